/** What rights that end cost those who have none, and those who have some: the role is still read with two prepared reads. */
import type { DatabaseSync } from 'node:sqlite';
import { compare, median, requestText } from '../compare.ts';
import type { Target } from '../compare.ts';
import { personId, projectId, small, tokenOf } from '../data.ts';
import type { Server } from '../processes.ts';
import type { Row, Rows, Stage } from '../stage.ts';
import { withCopy } from './series.ts';
import { joinAndLeave, oneTask } from './webhooks.ts';

const pid = projectId(0);
const at = '2026-01-01T00:00:00.000Z';
const far = '2099-01-01T00:00:00.000Z';
const [deputy, member] = [100, 101];
const roles = ['finance', 'recruiting', 'desk'] as const;

/** The most deputies that a project can have; one of them has three parts, and the member none. */
function appoint(database: DatabaseSync): void {
  const insert = database.prepare(
    `insert into grants (id, pid, uid, role, starts_at, ends_at, reason, created_at) values (?, ?, ?, ?, ?, ?, 'bench', ?)`,
  );
  for (const [index, role] of roles.entries()) insert.run(`g${index}`, pid, personId(deputy), role, at, far, at);
  for (let index = 0; index < 99; index += 1)
    for (const role of ['writer', 'viewer']) insert.run(`${role}${index}`, pid, personId(index), role, at, far, at);
}

const me = (server: Target['server'], person: number): Target => ({
  server,
  status: 200,
  requests: [requestText('/api/me', { authorization: `Bearer ${tokenOf(person)}` })],
});

const deputies = (stage: Stage): Promise<Row[]> =>
  withCopy(
    (without) =>
      withCopy(
        (server) => measure(stage, server, without),
        (database) => {
          database.exec(oneTask);
          appoint(database);
        },
        small,
      ),
    (database) => database.exec(oneTask),
    small,
  );

async function measure(stage: Stage, server: Server, without: Server): Promise<Row[]> {
  const row = async (what: string, first: Target, second: Target): Promise<Row> => {
    const { ratios, byProcessor } = await compare(stage.load, first, second, stage.rounds);
    const middle = median(ratios);
    return {
      what,
      goal: '>= 0.9',
      measured: middle.toFixed(2),
      spread: `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`,
      ok: middle >= 0.9,
      notes: `by processor time ${byProcessor.toFixed(2)}`,
    };
  };
  const joining = (where: Server): Target => ({ server: where, status: 204, requests: joinAndLeave() });
  return [
    await row(
      '`GET /api/me` of a member, in a project with 201 parts given to deputies against one without',
      me(server, member),
      me(without, member),
    ),
    await row('the same: of a deputy with three parts against the member', me(server, deputy), me(server, member)),
    await row(
      'joining and leaving a task, in a project with 201 parts given to deputies against one without',
      joining(server),
      joining(without),
    ),
  ];
}

export const deputyRows: Rows = { deputies: { run: deputies } };

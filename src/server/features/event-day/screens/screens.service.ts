import { deskScope } from '../../../auth/project-role.ts';
import { isScreenTokenShaped } from '../../../auth/token-format.ts';
import type { Db } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { addSeconds, hours, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { sha256 } from '../../../lib/secrets.ts';
import { listShownTasks, screenRead } from './screens.queries.ts';
import type { Screen } from './screens.schema.ts';

const aheadSeconds = hours(4);
const maxTasks = 60;

/** Reads what a screen shows. One answer for tokens that are wrong, revoked or expired. */
export function screenReader({ db, clock }: { db: Db; clock: Clock }) {
  const find = screenRead(db);
  return async (token: string): Promise<Screen> => {
    const now = clock.now();
    const at = timestamp(now);
    const [screen] = isScreenTokenShaped(token) ? await find({ hash: sha256(token), now: at }) : [];
    if (screen === undefined) return fail('not_found', { detail: 'There is no such screen' });
    const { pid, tids, name, timezone } = screen;
    const to = timestamp(addSeconds(now, aheadSeconds));
    const tasks = await listShownTasks(db.read, deskScope(pid, tids), { now: at, to, limit: maxTasks });
    return { at, project: { name, timezone }, tasks: tasks.map(presentTask) };
  };
}

type Row = Awaited<ReturnType<typeof listShownTasks>>[number];

function presentTask({ id, title, team, place, starts_at, ends_at, min_people, ...row }: Row): Screen['tasks'][number] {
  const [expected, arrived] = [Number(row.expected), Number(row.arrived)];
  return { id, title, team, place, starts_at, ends_at, expected, arrived, open: Math.max(0, min_people - expected) };
}

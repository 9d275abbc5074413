import { ownerMakers } from '../../../auth/made-with.ts';
import { deskScope } from '../../../auth/project-role.ts';
import { isScreenTokenShaped } from '../../../auth/token-format.ts';
import type { Db } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { addSeconds, hours, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { sha256 } from '../../../lib/secrets.ts';
import { countPresent } from '../../../../shared/presence.ts';
import { listNowPeople, listNowTasks } from '../now/now.queries.ts';
import type { NowPersonRow } from '../now/now.queries.ts';
import { screenRead } from './screens.queries.ts';
import type { Screen } from './screens.schema.ts';

const aheadSeconds = hours(4);
const maxTasks = 60;

/** Reads what a screen shows. One answer for tokens that are wrong, revoked or expired, or whose maker lost the right to make them. */
export function screenReader({ db, clock }: { db: Db; clock: Clock }) {
  const find = screenRead(db);
  const madeByOwner = ownerMakers(db, clock, 'desk');
  return async (token: string): Promise<Screen> => {
    const now = clock.now();
    const at = timestamp(now);
    const [screen] = isScreenTokenShaped(token) ? await find({ hash: sha256(token), now: at }) : [];
    const noSuchScreen = (): never => fail('not_found', { detail: 'There is no such screen' });
    if (screen === undefined) return noSuchScreen();
    const { pid, tids, name, timezone, created_by: uid, made_with } = screen;
    if (!(await madeByOwner(pid, { uid, made_with }))) return noSuchScreen();
    const to = timestamp(addSeconds(now, aheadSeconds));
    const scope = deskScope(pid, tids);
    const tasks = await listNowTasks(db.read, scope, { tids: scope.tids, from: at, to, limit: maxTasks });
    const people = await listNowPeople(
      db.read,
      tasks.map(({ id }) => id),
    );
    const byTask = Map.groupBy(people, ({ task_id: id }) => id);
    return {
      at,
      project: { name, timezone },
      tasks: tasks.map((task) => shownTask(task, byTask.get(task.id) ?? [], at)),
    };
  };
}

type Row = Awaited<ReturnType<typeof listNowTasks>>[number];

function shownTask({ min_people, ...task }: Row, people: readonly NowPersonRow[], at: string): Screen['tasks'][number] {
  const places = people.map(({ state, created_at: joined_at }) => ({ state, joined_at }));
  const { expected, arrived, missing, open } = countPresent(places, { ...task, min_people }, at);
  return { ...task, expected, arrived, missing, open };
}

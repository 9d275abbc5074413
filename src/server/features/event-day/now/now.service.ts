import type { Person } from '../../../auth/caller.ts';
import { othersDecideAmong } from '../../../auth/oneself.ts';
import type { Config } from '../../../config.ts';
import { holds } from '../../../auth/project-role.ts';
import type { ProjectRole } from '../../../auth/project-role.ts';
import { addSeconds, hours, timestamp } from '../../../lib/clock.ts';
import { plannedTeams } from '../../allocations/allocations.policy.ts';
import type { ContactServices } from '../../contacts/contacts.service.ts';
import { contactsFor } from '../../contacts/contacts.service.ts';
import type { Delivery } from '../../notices/delivery/delivery.schema.ts';
import { deliveriesOnTasks } from '../../notices/delivery/delivery.service.ts';
import { openedPlaces } from '../../tasks/attendance/states.policy.ts';
import { markableSeconds } from '../marking/marking.policy.ts';
import { listNowPeople, listNowTasks } from './now.queries.ts';
import type { NowPersonRow } from './now.queries.ts';
import type { Now } from './now.schema.ts';

/** People of a task that has ended can still be marked. */
const endedSeconds = hours(1);
export const maxTasks = 100;

type NowServices = ContactServices & { config: Config };

/** The tasks of the hour that the caller plans, and their people. */
export async function readNow(services: NowServices, projectRole: ProjectRole, caller: Person): Promise<Now> {
  const { db, clock } = services;
  const { scope, owner, limited } = projectRole;
  const seesEverybody = holds(projectRole, 'desk') || holds(projectRole, 'safety');
  const now = clock.now();
  const found = await listNowTasks(db.read, scope, {
    tids: seesEverybody ? null : plannedTeams(projectRole),
    from: timestamp(addSeconds(now, -endedSeconds)),
    to: timestamp(addSeconds(now, markableSeconds)),
    limit: maxTasks + 1,
  });
  const tasks = found.slice(0, maxTasks);
  const rows = await listNowPeople(
    db.read,
    tasks.map(({ id }) => id),
  );
  const deliveryOn = await deliveriesOnTasks(
    db.read,
    scope,
    tasks.map(({ id }) => id),
    { config: services.config, now: timestamp(now) },
  );
  const byTask = Map.groupBy(rows, ({ task_id: id }) => id);
  const people = [...new Map(rows.map((row) => [row.uid, row])).values()];
  // Everybody on these tasks has the caller as a planner of one of their tasks, or as somebody who looks for those who are missing.
  const readerOf = () => ({ isOwner: owner, isChief: !owner, isTeammate: false });
  const uids = people.map(({ uid }) => uid);
  // Deputies call those who are missing; they write to nobody.
  const seesAddresses = !limited && (owner || !seesEverybody);
  const contacts = await contactsFor(services, uids, { caller: caller.uid, pid: scope.pid, limited, readerOf });
  const othersDecide = await othersDecideAmong(db.read, scope, projectRole, { caller, uids });
  return {
    at: timestamp(now),
    more: found.length > maxTasks,
    tasks: tasks.map((task) => {
      const placed = presentPlaces(byTask.get(task.id) ?? [], othersDecide, (uid) => deliveryOn(task.id, uid));
      const isUnreached = ({ state, delivery }: (typeof placed)[number]) =>
        state === 'joined' && delivery?.state === 'unreached';
      return { ...task, people: placed, unreached: placed.filter(isUnreached).length };
    }),
    people: people.map(({ uid, name, email }) => {
      const contact = contacts.get(uid);
      return { uid, name, ...(seesAddresses ? { email } : {}), ...(contact === undefined ? {} : { contact }) };
    }),
  };
}

function presentPlaces(
  rows: readonly NowPersonRow[],
  othersDecide: (uid: string) => boolean,
  deliveryTo: (uid: string) => Delivery | null,
): Now['tasks'][number]['people'] {
  const opened = openedPlaces(rows);
  return rows.map(({ uid, state, arrived_at, left_at, created_at }) => ({
    uid,
    state,
    joined_at: created_at,
    arrived_at,
    left_at,
    place_open: opened.get(uid) === 'open',
    replaced: opened.get(uid) === 'taken',
    others_decide: othersDecide(uid),
    delivery: deliveryTo(uid),
  }));
}

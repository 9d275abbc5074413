import type { ProjectRole } from '../../../auth/project-role.ts';
import { addSeconds, hours, timestamp } from '../../../lib/clock.ts';
import { plannedTeams } from '../../allocations/allocations.policy.ts';
import type { ContactServices } from '../../contacts/contacts.service.ts';
import { contactsFor } from '../../contacts/contacts.service.ts';
import { markableSeconds } from '../marking/marking.policy.ts';
import { openedPlaces } from './now.policy.ts';
import { listNowPeople, listNowTasks } from './now.queries.ts';
import type { NowPersonRow } from './now.queries.ts';
import type { Now } from './now.schema.ts';

/** People of a task that has ended can still be marked. */
const endedSeconds = hours(1);
export const maxTasks = 100;

/** The tasks of the hour that the caller plans, and their people. */
export async function readNow(services: ContactServices, projectRole: ProjectRole, caller: string): Promise<Now> {
  const { db, clock } = services;
  const { scope, owner, limited } = projectRole;
  const now = clock.now();
  const found = await listNowTasks(db.read, scope, {
    tids: plannedTeams(projectRole),
    from: timestamp(addSeconds(now, -endedSeconds)),
    to: timestamp(addSeconds(now, markableSeconds)),
    limit: maxTasks + 1,
  });
  const tasks = found.slice(0, maxTasks);
  const rows = await listNowPeople(
    db.read,
    tasks.map(({ id }) => id),
  );
  const byTask = Map.groupBy(rows, ({ task_id: id }) => id);
  const people = [...new Map(rows.map((row) => [row.uid, row])).values()];
  // Everybody on these tasks has the caller as a planner of one of their tasks.
  const readerOf = () => ({ isOwner: owner, isChief: !owner, isTeammate: false });
  const uids = people.map(({ uid }) => uid);
  const contacts = await contactsFor(services, uids, { caller, pid: scope.pid, limited, readerOf });
  return {
    at: timestamp(now),
    more: found.length > maxTasks,
    tasks: tasks.map((task) => ({ ...task, people: presentPlaces(byTask.get(task.id) ?? []) })),
    people: people.map(({ uid, name, email }) => {
      const contact = contacts.get(uid);
      return { uid, name, ...(limited ? {} : { email }), ...(contact === undefined ? {} : { contact }) };
    }),
  };
}

function presentPlaces(rows: readonly NowPersonRow[]): Now['tasks'][number]['people'] {
  const opened = openedPlaces(rows);
  return rows.map(({ uid, state, arrived_at, left_at, created_at }) => ({
    uid,
    state,
    joined_at: created_at,
    arrived_at,
    left_at,
    place_open: opened.get(uid) === 'open',
    replaced: opened.get(uid) === 'taken',
  }));
}

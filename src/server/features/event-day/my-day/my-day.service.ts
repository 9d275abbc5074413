import type { ProjectRole } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import { timestamp } from '../../../lib/clock.ts';
import { dayAt, dayRange } from '../../../lib/time.ts';
import { contactsFor } from '../../contacts/contacts.service.ts';
import { canSeeContacts, readerOfTeam } from '../../teams/teams.policy.ts';
import { canLeave } from '../../tasks/rules/joining.policy.ts';
import { codeOf } from '../codes/codes.service.ts';
import type { KeyServices } from '../codes/keys.service.ts';
import { findTimezone, listChiefs, listOthers, listOwnTasks } from './my-day.queries.ts';
import type { MyDay } from './my-day.schema.ts';

const maxTasks = 50;
const maxNames = 50;

type Services = KeyServices & { config: Config };

/** Everything that a volunteer needs at the event, in one answer, so that it can be kept for offline use. */
export async function readMyDay(services: Services, projectRole: ProjectRole, uid: string): Promise<MyDay> {
  const { db, clock } = services;
  const { scope } = projectRole;
  const now = clock.now();
  const { svg: code } = await codeOf(services, scope, uid);
  const timezone = await findTimezone(db.read, scope);
  const { from } = dayRange(dayAt(now, timezone), timezone);
  const tasks = await listOwnTasks(db.read, scope, uid, from, maxTasks);
  const ids = tasks.map(({ id }) => id);
  const others = Map.groupBy(await listOthers(db.read, ids, uid), ({ task_id: id }) => id);
  const chiefs = await chiefsOf(services, projectRole, uid, [...new Set(tasks.flatMap(({ tid }) => tid ?? []))]);
  return {
    at: timestamp(now),
    timezone,
    code,
    tasks: tasks.map(({ tid, kind_briefing, leave_until_hours: hours, briefing, offering, mailing_list, ...task }) => ({
      ...task,
      offering: offering !== null,
      can_leave: canLeave(projectRole, { ...task, tid }, { state: task.state, hours: hours ?? 0 }, timestamp(now)),
      briefing: [kind_briefing ?? '', briefing].filter((text) => text !== '').join('\n\n'),
      people: (others.get(task.id) ?? []).slice(0, maxNames).map(({ name }) => name),
      chiefs: chiefs.get(tid ?? '') ?? [],
      mailing_list: canSeeContacts(projectRole, tid ?? '') ? (mailing_list ?? '') : '',
    })),
  };
}

/** Leaves out the person themselves. The keys are the teams. */
async function chiefsOf(services: Services, projectRole: ProjectRole, caller: string, tids: readonly string[]) {
  const { scope, limited } = projectRole;
  const rows = (await listChiefs(services.db.read, scope, tids)).filter(({ uid }) => uid !== caller);
  const ledBy = Map.groupBy(rows, ({ uid }) => uid);
  const readerOf = (uid: string) => {
    const readers = (ledBy.get(uid) ?? []).map(({ tid }) => readerOfTeam(projectRole, tid));
    return {
      isOwner: projectRole.owner,
      isChief: readers.some(({ isChief }) => isChief),
      isTeammate: readers.some(({ isTeammate }) => isTeammate),
    };
  };
  const contacts = await contactsFor(services, [...ledBy.keys()], { caller, pid: scope.pid, limited, readerOf });
  const teams = Map.groupBy(rows, ({ tid }) => tid);
  return new Map(
    [...teams].map(([tid, people]) => [
      tid,
      people.map(({ uid, name }) => {
        const contact = contacts.get(uid);
        return contact === undefined ? { name } : { name, contact };
      }),
    ]),
  );
}

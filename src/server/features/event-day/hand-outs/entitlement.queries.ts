import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { enabledMemberships } from '../../../db/memberships.ts';

/** Includes the time zone of the event, which says on which day hours count. */
export const listDefinitions = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('hand_outs')
    .innerJoin('projects', 'projects.pid', 'hand_outs.pid')
    .select(['hand_outs.id', 'hand_outs.name', 'hand_outs.kind', 'hand_outs.audience', 'hand_outs.variant_field'])
    .select(['hand_outs.per_person', 'hand_outs.stock', 'hand_outs.earned', 'projects.timezone'])
    .where('hand_outs.pid', '=', pid)
    .orderBy('hand_outs.name')
    .orderBy('hand_outs.id')
    .execute();

export const listFormFields = (read: Reader, { pid }: ProjectScope, forms: readonly string[]) =>
  read
    .selectFrom('forms')
    .select(['form', 'kind', 'fields'])
    .where('pid', '=', pid)
    .where('form', 'in', forms)
    .execute();

/** Undefined means everybody. */
type Uids = readonly string[] | undefined;

/** Members of enabled teams, owners and helpers who are not suspended; `tid` is null for the last two. */
export const listPeopleOf = (read: Reader, { pid }: ProjectScope, uids: Uids) =>
  enabledMemberships(read)
    .innerJoin('people', 'people.uid', 'memberships.uid')
    .select(['people.uid', 'people.name', 'memberships.tid'])
    .where('memberships.pid', '=', pid)
    .where('people.suspended_at', 'is', null)
    .$if(uids !== undefined, (query) => query.where('people.uid', 'in', uids ?? []))
    .unionAll(
      read
        .selectFrom('project_owners')
        .innerJoin('people', 'people.uid', 'project_owners.uid')
        .select((eb) => ['people.uid', 'people.name', eb.val('').as('tid')])
        .where('project_owners.pid', '=', pid)
        .where('people.suspended_at', 'is', null)
        .$if(uids !== undefined, (query) => query.where('people.uid', 'in', uids ?? [])),
    )
    .unionAll(
      read
        .selectFrom('helpers')
        .innerJoin('people', 'people.uid', 'helpers.uid')
        .select((eb) => ['people.uid', 'people.name', eb.val('').as('tid')])
        .where('helpers.pid', '=', pid)
        .where('people.suspended_at', 'is', null)
        .$if(uids !== undefined, (query) => query.where('people.uid', 'in', uids ?? [])),
    )
    .execute();

export const listAnswersTo = (read: Reader, { pid }: ProjectScope, forms: readonly string[], uids: Uids) =>
  read
    .selectFrom('form_responses')
    .select(['uid', 'form', 'answers'])
    .where('pid', '=', pid)
    .where('form', 'in', forms)
    .$if(uids !== undefined, (query) => query.where('uid', 'in', uids ?? []))
    .execute();

export const listGiven = (read: Reader, handOuts: readonly string[], uids: Uids) =>
  read
    .selectFrom('given_hand_outs')
    .select(['hand_out_id', 'uid', 'given_at', 'reason', 'number'])
    .where('hand_out_id', 'in', handOuts)
    .$if(uids !== undefined, (query) => query.where('uid', 'in', uids ?? []))
    .orderBy('given_at')
    .orderBy('id')
    .execute();

/** How many of each variant were handed out. */
export const countByVariant = (read: Reader, handOuts: readonly string[]) =>
  read
    .selectFrom('given_hand_outs')
    .select(({ fn }) => ['hand_out_id', 'variant', fn.countAll<number>().as('count')])
    .where('hand_out_id', 'in', handOuts)
    .groupBy(['hand_out_id', 'variant'])
    .execute();

/** What counts as hours. Those of tasks that are on do not count yet. */
export const listAttended = (read: Reader, { pid }: ProjectScope, uids: Uids) =>
  read
    .selectFrom('attendances')
    .crossJoin('tasks')
    .whereRef('tasks.id', '=', 'attendances.task_id')
    .leftJoin('task_kinds', 'task_kinds.id', 'tasks.kind_id')
    .select(['attendances.uid', 'attendances.state', 'attendances.arrived_at', 'attendances.left_at'])
    .select(['tasks.starts_at', 'tasks.ends_at', 'tasks.kind_id', 'task_kinds.weight_percent'])
    .where('tasks.pid', '=', pid)
    .where('attendances.state', 'in', ['done', 'left_early'])
    .$if(uids !== undefined, (query) => query.where('attendances.uid', 'in', uids ?? []))
    .execute();

export const listApprovedWork = (read: Reader, { pid }: ProjectScope, uids: Uids) =>
  read
    .selectFrom('work')
    .select(['uid', 'starts_at', 'ends_at'])
    .where('pid', '=', pid)
    .where('state', '=', 'approved')
    .$if(uids !== undefined, (query) => query.where('uid', 'in', uids ?? []))
    .execute();

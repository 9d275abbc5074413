import { translateTo } from '../../../../locales/server-texts.ts';
import { holds } from '../../../auth/project-role.ts';
import type { Actor, ProjectRole } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { searchOf } from '../../../db/name-search.ts';
import { fail, failField } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { byName, pageRequest, totalOnFirst } from '../../../http/paging.ts';
import type { Cell } from '../../../http/csv.ts';
import { normaliseEmail } from '../../../lib/text.ts';
import { dayRange } from '../../../lib/time.ts';
import { availabilityOf } from '../../availability/availability.service.ts';
import { contactsFor, handlesText } from '../../contacts/contacts.service.ts';
import type { ContactServices } from '../../contacts/contacts.service.ts';
import { incompleteIn } from '../../checklist/duties.service.ts';
import { audienceOf, isInAudience } from '../../forms/audience/audience.policy.ts';
import { peopleInAudience } from '../../forms/audience/audience.service.ts';
import { isOpen, mayKnowOf } from '../../forms/forms.policy.ts';
import { peopleWithTag, tagsOf } from '../../tags/tags.service.ts';
import { teamNamesOf } from '../../people/distinction.service.ts';
import type { ContactDetails } from '../../private-data/contact.schema.ts';
import {
  mayFilterByTeam,
  mayLookUpAddress,
  maySeeMembership,
  readerOfPerson,
  seesAddresses,
  seesAddressOf,
  visibleAudience,
  visibleTeams,
} from './people.policy.ts';
import { countPeople, detailsOf, findPerson, listByName, listForms, listPeople, timezoneOf } from './people.queries.ts';
import type { FormRow, PeopleFilter, PeopleRow } from './people.queries.ts';
import type { PeopleFilters, PeopleQuery, ProjectPerson, RosterEntry, RosterPage } from './people.schema.ts';

/** The person who asks, with their role. */
export type Asking = { projectRole: ProjectRole; caller: string };

/** People whom the list shows to this person, by name. Nobody for members. Two queries. */
export async function findPeopleByName(read: Reader, { projectRole, uid: viewer }: Actor, q: string, limit: number) {
  const { scope } = projectRole;
  const rows = await listByName(read, scope, { tids: visibleTeams(projectRole), search: searchOf(q), limit });
  const uids = rows.map(({ uid }) => uid);
  const teamsOf = await teamNamesOf(read, uids, { pid: scope.pid, viewer });
  return rows.map(({ uid, name }) => ({ uid, name, teams: teamsOf(uid) }));
}

/** The number of queries depends on the filters, not on the number of people. */
export async function peoplePage(
  services: ContactServices,
  asking: Asking,
  { contacts = true, limit: wanted, cursor, ...filters }: PeopleQuery,
): Promise<RosterPage> {
  const { limit, after, page } = pageRequest({ limit: wanted, cursor }, byName);
  const { db } = services;
  const { scope } = asking.projectRole;
  const forms = await listForms(db.read, scope);
  const filter = await filterOf(services, asking.projectRole, filters, forms);
  const rows = await listPeople(db.read, scope, { ...filter, limit, after });
  return {
    ...page(rows, await presenter(services, asking, rows.slice(0, limit), { forms, contacts })),
    ...(await totalOnFirst(after, () => countPeople(db.read, scope, filter))),
  };
}

async function filterOf(
  { db: { read }, keys, clock }: ContactServices,
  projectRole: ProjectRole,
  {
    q = '',
    email,
    tid,
    role,
    form,
    answered,
    without_tasks: withoutTasks,
    day,
    suspended,
    uids,
    tag,
    ...more
  }: PeopleFilters,
  forms: readonly FormRow[],
): Promise<PeopleFilter> {
  if (email !== undefined && !mayLookUpAddress(projectRole))
    return fail('forbidden', { detail: 'Only owners can look up an address' });
  if (tid !== undefined && !mayFilterByTeam(projectRole, tid))
    return fail('forbidden', { detail: 'Chiefs can only see people in their own teams' });
  const range = day === undefined ? {} : dayRange(day, await timezoneOf(read, projectRole.scope));
  const search = searchOf(q);
  return {
    tids: visibleTeams(projectRole),
    suspended,
    onlyIn:
      more.no_other_team === true ? (tid ?? failField('/querystring/no_other_team', 'needs the team')) : undefined,
    uids: uids?.split(','),
    tagged: tag === undefined ? undefined : peopleWithTag(read, projectRole.scope, [tag]),
    incomplete: more.incomplete === true ? await incompleteIn(read, keys, projectRole.scope, clock.now()) : undefined,
    tid,
    role,
    email: email === undefined ? undefined : normaliseEmail(email),
    search:
      search.prefix === ''
        ? undefined
        : { ...search, address: seesAddresses(projectRole) ? q.trim().toLowerCase() : undefined },
    answer: answerFilter(read, projectRole, { form, answered }, forms),
    tasks: withoutTasks === true || day !== undefined ? { some: withoutTasks !== true, ...range } : undefined,
  };
}

function answerFilter(
  read: Reader,
  projectRole: ProjectRole,
  { form, answered }: { form: string | undefined; answered: boolean | undefined },
  forms: readonly FormRow[],
): PeopleFilter['answer'] {
  if (form === undefined)
    return answered === undefined ? undefined : failField('/querystring/answered', 'needs the form');
  const found = forms.find((one) => one.form === form);
  if (found === undefined || !mayKnowOf(projectRole, found, false))
    return failField('/querystring/form', 'is not a form of this project');
  // Owners also see answers of people whom the form no longer asks.
  if (holds(projectRole, 'viewer') && answered !== false) return { form, answered: true };
  const asked = peopleInAudience(read, projectRole.scope, visibleAudience(projectRole, audienceOf(found)));
  return { form, answered: answered ?? true, asked };
}

type Extras = { forms: readonly FormRow[]; contacts: boolean };

/** Six queries for any number of people, and those of `contactsFor`. */
async function presenter(
  services: ContactServices,
  { projectRole, caller }: Asking,
  rows: readonly PeopleRow[],
  { forms, contacts }: Extras,
): Promise<(row: PeopleRow) => RosterEntry> {
  const uids = rows.map(({ uid }) => uid);
  const { scope } = projectRole;
  const known = gathered(await detailsOf(services.db.read, scope, uids));
  const tags = await tagsOf(services.db.read, scope, uids);
  const tidsOf = (uid: string) => (known.teams.get(uid) ?? []).map(({ tid }) => tid);
  const readerOf = (uid: string) => readerOfPerson(projectRole, tidsOf(uid));
  const details = contacts
    ? await contactsFor(services, uids, { caller, pid: scope.pid, limited: projectRole.limited, readerOf })
    : new Map<string, ContactDetails>();
  const open = openForms(projectRole, forms, timestamp(services.clock.now()));
  return (row) => {
    const teams = known.teams.get(row.uid) ?? [];
    const contact = details.get(row.uid);
    return {
      ...summary(projectRole, row, known, open),
      ...(contact === undefined ? {} : { contact }),
      teams: teams
        .filter(({ tid }) => maySeeMembership(projectRole, tid))
        .map(({ tid, name, role }) => ({ tid, name, role })),
      tags: tags(row.uid),
    };
  };
}

type Known = ReturnType<typeof gathered>;

const gathered = ({ teams, parts, tasks, answers }: Awaited<ReturnType<typeof detailsOf>>) => ({
  teams: Map.groupBy(teams, ({ uid }) => uid),
  owners: new Set(parts.filter(({ part }) => part === 'owner').map(({ uid }) => uid)),
  helpers: new Set(parts.filter(({ part }) => part === 'helper').map(({ uid }) => uid)),
  tasks: Map.groupBy(tasks, ({ uid }) => uid),
  answers: Map.groupBy(answers, ({ uid }) => uid),
});

/** Forms are answered in public projects only. */
const openForms = ({ state }: ProjectRole, forms: readonly FormRow[], now: string): FormRow[] =>
  state === 'public' ? forms.filter((form) => isOpen(form, now)) : [];

/** Whether the caller may know that a form asks a person. */
function asksVisibly(projectRole: ProjectRole, known: Known, uid: string, form: FormRow): boolean {
  const teams = new Map((known.teams.get(uid) ?? []).map(({ tid, role }) => [tid, role]));
  const [owner, helper] = [known.owners.has(uid), known.helpers.has(uid)];
  return isInAudience({ owner, helper, teams }, visibleAudience(projectRole, audienceOf(form)));
}

function summary(
  projectRole: ProjectRole,
  { uid, name, email, suspended_at }: PeopleRow,
  known: Known,
  open: readonly FormRow[],
) {
  const owner = known.owners.has(uid);
  const tids = (known.teams.get(uid) ?? []).map(({ tid }) => tid);
  const tasks = known.tasks.get(uid) ?? [];
  const answered = new Set((known.answers.get(uid) ?? []).map(({ form }) => form));
  const missing = open.filter((form) => !answered.has(form.form) && asksVisibly(projectRole, known, uid, form));
  return {
    uid,
    name,
    email: seesAddressOf(projectRole, tids) ? email : '',
    owner,
    helper: known.helpers.has(uid) && !owner && !known.teams.has(uid),
    suspended: suspended_at !== null,
    task_count: tasks.length,
    hours: hoursOf(tasks),
    missing_forms: missing.map(({ form, title }) => ({ form, title })),
  };
}

const hourMs = 3_600_000;

/** Rounded to two decimals, because a task may take 20 minutes. */
function hoursOf(tasks: readonly { starts_at: string; ends_at: string }[]): number {
  const total = tasks.reduce((sum, { starts_at, ends_at }) => sum + Date.parse(ends_at) - Date.parse(starts_at), 0);
  return Math.round((total / hourMs) * 100) / 100;
}

/** Whether the person is in the project, and the caller may know it. */
export const isPersonOf = async (read: Reader, projectRole: ProjectRole, uid: string): Promise<boolean> =>
  (await findPerson(read, projectRole.scope, visibleTeams(projectRole), uid)) !== undefined;

export async function personOf(services: ContactServices, asking: Asking, uid: string): Promise<ProjectPerson> {
  const { projectRole, caller } = asking;
  const { scope } = projectRole;
  const { read } = services.db;
  const row = await findPerson(read, scope, visibleTeams(projectRole), uid);
  if (row === undefined) return fail('not_found', { detail: 'There is no such person in this project' });
  const [forms, details, availability, tags] = await Promise.all([
    listForms(read, scope),
    detailsOf(read, scope, [uid]),
    availabilityOf(read, scope, uid),
    tagsOf(read, scope, [uid]),
  ]);
  const known = gathered(details);
  const tids = (known.teams.get(uid) ?? []).map(({ tid }) => tid);
  const readerOf = () => readerOfPerson(projectRole, tids);
  const contact = (
    await contactsFor(services, [uid], { caller, pid: scope.pid, limited: projectRole.limited, readerOf })
  ).get(uid);
  const answered = new Map(details.answers.map(({ form, updated_at }) => [form, updated_at]));
  const mayKnowAnswered = (form: FormRow) =>
    holds(projectRole, 'viewer') || (mayKnowOf(projectRole, form, false) && asksVisibly(projectRole, known, uid, form));
  return {
    ...summary(projectRole, row, known, openForms(projectRole, forms, timestamp(services.clock.now()))),
    ...(contact === undefined ? {} : { contact }),
    intro: row.intro,
    tags: tags(uid),
    teams: details.teams
      .filter(({ tid }) => maySeeMembership(projectRole, tid))
      .map(({ tid, name, role, joined_at }) => ({ tid, name, role, joined_at })),
    tasks: details.tasks.map(({ id, title, tid, starts_at, ends_at }) => ({ id, title, tid, starts_at, ends_at })),
    availability,
    answered_forms: forms.filter(mayKnowAnswered).flatMap(({ form, title }) => {
      const updated_at = answered.get(form);
      return updated_at === undefined ? [] : [{ form, title, updated_at }];
    }),
  };
}

const columns = [
  'name',
  'email',
  'phone',
  'handles',
  'teams',
  'tags',
  'tasks',
  'hours',
  'missingForms',
  'notes',
  'id',
] as const;

export function peopleColumns(language: string): readonly string[] {
  const t = translateTo(language);
  return columns.map((column) => t(`peopleCsv.columns.${column}`));
}

/** Reads page by page, to bound memory. */
export async function* peopleLines(
  services: ContactServices,
  asking: Asking,
  filters: PeopleFilters,
  language: string,
): AsyncGenerator<Cell[]> {
  const t = translateTo(language);
  for (let cursor: string | undefined; ;) {
    const page = await peoplePage(services, asking, { ...filters, limit: 200, ...(cursor && { cursor }) });
    for (const person of page.data) {
      const teams = person.teams.map(({ name, role }) =>
        role === 'chief' ? `${name} (${t('peopleCsv.roles.chief')})` : name,
      );
      const notes = [
        ...(person.owner ? [t('peopleCsv.roles.owner')] : []),
        ...(person.helper ? [t('peopleCsv.roles.helper')] : []),
        ...(person.suspended ? [t('peopleCsv.roles.suspended')] : []),
      ];
      yield [
        person.name,
        person.email,
        person.contact?.phone ?? '',
        handlesText(person.contact?.handles ?? []),
        teams.join(', '),
        person.tags.join(', '),
        person.task_count,
        person.hours,
        person.missing_forms.map(({ title }) => title).join(', '),
        notes.join(', '),
        person.uid,
      ];
    }
    if (page.next === null) return;
    cursor = page.next;
  }
}

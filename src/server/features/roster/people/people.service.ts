import { translateTo } from '../../../../locales/server-texts.ts';
import type { ProjectRole } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { fail, failField } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { byName, pageRequest } from '../../../http/paging.ts';
import type { Cell } from '../../../http/csv.ts';
import { normaliseEmail, sortKey } from '../../../lib/text.ts';
import { dayRange } from '../../../lib/time.ts';
import { piecesOfQuery } from '../../../lib/words.ts';
import { availabilityOf } from '../../availability/availability.service.ts';
import { contactsFor, handlesText } from '../../contacts/contacts.service.ts';
import type { ContactServices } from '../../contacts/contacts.service.ts';
import { audienceOf, isInAudience } from '../../forms/audience/audience.policy.ts';
import { peopleInAudience } from '../../forms/audience/audience.service.ts';
import { isOpen, mayKnowOf } from '../../forms/forms.policy.ts';
import type { ContactDetails } from '../../private-data/contact.schema.ts';
import {
  mayFilterByTeam,
  mayLookUpAddress,
  maySeeMembership,
  readerOfPeople,
  visibleAudience,
  visibleTeams,
} from './people.policy.ts';
import { detailsOf, findPerson, listForms, listPeople, timezoneOf } from './people.queries.ts';
import type { FormRow, PeopleRow, PeopleSelection } from './people.queries.ts';
import type { PeopleFilters, PeopleQuery, ProjectPerson, RosterEntry, RosterPage } from './people.schema.ts';

/** Who asks. */
export type Asking = { projectRole: ProjectRole; caller: string };
type Filter = Omit<PeopleSelection, 'limit' | 'after'>;

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
  const filter = await filterOf(db.read, asking.projectRole, filters, forms);
  const rows = await listPeople(db.read, scope, { ...filter, limit, after });
  return page(rows, await presenter(services, asking, rows.slice(0, limit), { forms, contacts }));
}

async function filterOf(
  read: Reader,
  projectRole: ProjectRole,
  { q = '', email, tid, role, form, answered, without_tasks: withoutTasks, day }: PeopleFilters,
  forms: readonly FormRow[],
): Promise<Filter> {
  if (email !== undefined && !mayLookUpAddress(projectRole))
    return fail('forbidden', { detail: 'Only owners can look up an address' });
  if (tid !== undefined && !mayFilterByTeam(projectRole, tid))
    return fail('forbidden', { detail: 'Chiefs can only see people in their own teams' });
  const range = day === undefined ? {} : dayRange(day, await timezoneOf(read, projectRole.scope));
  const prefix = sortKey(q);
  return {
    tids: visibleTeams(projectRole),
    tid,
    role,
    email: email === undefined ? undefined : normaliseEmail(email),
    search: prefix === '' ? undefined : { prefix, pieces: piecesOfQuery(prefix), address: q.trim().toLowerCase() },
    answer: answerFilter(read, projectRole, { form, answered }, forms),
    tasks: withoutTasks === true || day !== undefined ? { some: withoutTasks !== true, ...range } : undefined,
  };
}

function answerFilter(
  read: Reader,
  projectRole: ProjectRole,
  { form, answered }: { form: string | undefined; answered: boolean | undefined },
  forms: readonly FormRow[],
): Filter['answer'] {
  if (form === undefined)
    return answered === undefined ? undefined : failField('/querystring/answered', 'needs the form');
  const found = forms.find((one) => one.form === form);
  if (found === undefined || !mayKnowOf(projectRole, found, false))
    return failField('/querystring/form', 'is not a form of this project');
  // Owners also see answers of people whom the form no longer asks.
  if (projectRole.owner && answered !== false) return { form, answered: true };
  const asked = peopleInAudience(read, projectRole.scope, visibleAudience(projectRole, audienceOf(found)));
  return { form, answered: answered ?? true, asked };
}

type Extras = { forms: readonly FormRow[]; contacts: boolean };

/** Five queries for any number of people, and those of `contactsFor`. */
async function presenter(
  services: ContactServices,
  { projectRole, caller }: Asking,
  rows: readonly PeopleRow[],
  { forms, contacts }: Extras,
): Promise<(row: PeopleRow) => RosterEntry> {
  const uids = rows.map(({ uid }) => uid);
  const { scope } = projectRole;
  const known = gathered(await detailsOf(services.db.read, scope, uids));
  const readerOf = () => readerOfPeople(projectRole);
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
  const tasks = known.tasks.get(uid) ?? [];
  const answered = new Set((known.answers.get(uid) ?? []).map(({ form }) => form));
  const missing = open.filter((form) => !answered.has(form.form) && asksVisibly(projectRole, known, uid, form));
  return {
    uid,
    name,
    email,
    owner,
    helper: known.helpers.has(uid) && !owner && !known.teams.has(uid),
    suspended: suspended_at !== null,
    task_count: tasks.length,
    hours: hoursOf(tasks),
    missing_forms: missing.map(({ form, title }) => ({ form, title })),
  };
}

const hourMs = 3_600_000;

/** To two decimals: a task may take 20 minutes. */
function hoursOf(tasks: readonly { starts_at: string; ends_at: string }[]): number {
  const total = tasks.reduce((sum, { starts_at, ends_at }) => sum + Date.parse(ends_at) - Date.parse(starts_at), 0);
  return Math.round((total / hourMs) * 100) / 100;
}

export async function personOf(services: ContactServices, asking: Asking, uid: string): Promise<ProjectPerson> {
  const { projectRole, caller } = asking;
  const { scope } = projectRole;
  const { read } = services.db;
  const row = await findPerson(read, scope, visibleTeams(projectRole), uid);
  if (row === undefined) return fail('not_found', { detail: 'There is no such person in this project' });
  const [forms, details, availability] = await Promise.all([
    listForms(read, scope),
    detailsOf(read, scope, [uid]),
    availabilityOf(read, scope, uid),
  ]);
  const readerOf = () => readerOfPeople(projectRole);
  const contact = (
    await contactsFor(services, [uid], { caller, pid: scope.pid, limited: projectRole.limited, readerOf })
  ).get(uid);
  const known = gathered(details);
  const answered = new Map(details.answers.map(({ form, updated_at }) => [form, updated_at]));
  const mayKnowAnswered = (form: FormRow) =>
    projectRole.owner || (mayKnowOf(projectRole, form, false) && asksVisibly(projectRole, known, uid, form));
  return {
    ...summary(projectRole, row, known, openForms(projectRole, forms, timestamp(services.clock.now()))),
    ...(contact === undefined ? {} : { contact }),
    intro: row.intro,
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

import { maxHeadcount, maxMarkdown } from '../../../shared/limits.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { chunksOf } from '../../lib/chunks.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { newId, newIds } from '../../lib/secrets.ts';
import { isEmail, normaliseEmail, sortKey } from '../../lib/text.ts';
import { recordAll } from '../audit/audit.service.ts';
import type { AuditEntry } from '../audit/audit.service.ts';
import { sealAnswers } from '../forms/answers/responses.service.ts';
import type { Answers, Field } from '../forms/fields.schema.ts';
import { answerErrors, answerSchema } from '../forms/fields.service.ts';
import { computedAnswers, fieldsOfKind, resolveFields } from '../forms/kinds.service.ts';
import { definesFields } from '../forms/forms.schema.ts';
import { touchListings } from '../members/members.service.ts';
import { createPeople, lockPeopleByEmail } from '../people/people.service.ts';
import { sealFields } from '../private-data/private.service.ts';
import type { PrivateKind } from '../private-data/private.schema.ts';
import { applyTags } from '../tags/tags.service.ts';
import { scopeOfRow } from '../../auth/project-role.ts';
import { freeSlug, lineOf, textOf } from './cleaning.policy.ts';
import * as queries from './moving.queries.ts';
import { movedKinds } from './moving.schema.ts';
import type {
  LeftOut,
  Moved,
  MovedCounts,
  MovedForm,
  MovedPerson,
  MovedProject,
  MovingReport,
} from './moving.schema.ts';

/** The actor in the audit log. */
const actor = 'command-line';
const batchSize = 500;
const maxTags = 20;

type Services = { db: Db; clock: Clock; keys: Keyring };
export type MovingOptions = {
  dryRun: boolean;
  listing: 'public' | 'hidden';
  /** A project that exists and takes what belongs to the only project that is moved. */
  into: string | undefined;
  onProgress: (what: string, done: number, total: number) => void;
};

/** One word for one list of `legacy_ids`. */
type Kind =
  | 'person'
  | 'project'
  | 'team'
  | 'membership'
  | 'place'
  | 'kind'
  | 'task'
  | 'attendance'
  | 'work'
  | 'form'
  | 'answer'
  | 'tags';
type Moving = Services & {
  trx: Trx;
  now: Date;
  at: string;
  moved: Moved;
  options: MovingOptions;
  known: ReadonlyMap<string, string>;
  fresh: { kind: Kind; legacy_id: string; local_id: string; pid: string | null; uid: string | null }[];
  counts: MovedCounts;
  leftOut: LeftOut[];
  entries: AuditEntry[];
};

class DryRunEnded extends Error {}

/** What a person's export has of records from other systems. */
export const listLegacyOf = (read: Reader, uid: string) => queries.listLegacyOf(read, uid);

/**
 * One transaction. What was moved before is left as it is here, whatever has become of it, so moving the same again changes
 * nothing. Nobody gets a notice: for the people it is the data that they had. A dry run is rolled back.
 */
export async function moveIn(services: Services, found: Moved, options: MovingOptions): Promise<MovingReport> {
  const moved = withoutRepeats(found);
  const now = services.clock.now();
  const report: MovingReport = { counts: emptyCounts(), leftOut: [] };
  const work = async (trx: Trx): Promise<void> => {
    const rows = await queries.listLegacy(trx, moved.source);
    const moving: Moving = {
      ...services,
      trx,
      now,
      at: timestamp(now),
      moved,
      options,
      known: new Map(rows.map(({ kind, legacy_id: id, local_id: local }) => [`${kind} ${id}`, local])),
      fresh: [],
      counts: emptyCounts(),
      leftOut: [...moved.leftOut],
      entries: [],
    };
    const people = await movePeople(moving);
    const projects = await moveProjects(moving, people);
    await moveRest(moving, people, projects);
    await queries.insertLegacy(
      trx,
      moving.fresh.map((row) => ({ ...row, source: moved.source })),
    );
    for (const some of chunksOf(moving.entries)) await recordAll(trx, now, some);
    Object.assign(report, { counts: moving.counts, leftOut: moving.leftOut });
    if (options.dryRun) throw new DryRunEnded();
  };
  await services.db.transactionWithoutTimeouts(work).catch((error: unknown) => {
    if (!(error instanceof DryRunEnded)) throw error;
  });
  return report;
}

const emptyCounts = (): MovedCounts => {
  const counts: Partial<MovedCounts> = {};
  for (const kind of movedKinds) counts[kind] = { new: 0, known: 0 };
  return counts as MovedCounts;
};

/** Exports that were joined, or saved while somebody was working there, have some things twice. The first one counts. */
function withoutRepeats(moved: Moved): Moved {
  const leftOut = [...moved.leftOut];
  const once = <T>(what: string, all: readonly T[], idOf: (one: T) => string): T[] => {
    const seen = new Set<string>();
    return all.filter((one) => {
      const id = idOf(one);
      const isRepeated = seen.has(id);
      if (id === '') leftOut.push({ what, who: '?', why: 'has no identifier' });
      else if (isRepeated) leftOut.push({ what, who: id, why: 'is there more than once' });
      seen.add(id);
      return id !== '' && !isRepeated;
    });
  };
  const byId = <T extends { id: string }>(what: string, all: readonly T[]) => once(what, all, ({ id }) => id);
  return {
    ...moved,
    people: byId('person', moved.people),
    projects: byId('project', moved.projects).map((project) => ({ ...project, follows: project.follows || null })),
    teams: byId('team', moved.teams),
    places: byId('location', moved.places),
    kinds: byId('kind', moved.kinds),
    tasks: byId('task', moved.tasks),
    work: byId('work', moved.work),
    forms: moved.forms.map((form) => ({
      ...form,
      answers: once(`answer to ${form.form}`, form.answers, ({ person }) => person),
    })),
    tags: byId('tags', moved.tags),
    leftOut,
  };
}

type Ids = ReadonlyMap<string, string>;
type Place = { pid?: string; uid?: string };

/** Remembers what something of the other system is called here. */
function keep(moving: Moving, kind: Kind, legacy_id: string, local_id: string, { pid, uid }: Place = {}): void {
  moving.fresh.push({ kind, legacy_id, local_id, pid: pid ?? null, uid: uid ?? null });
}

const noProject = 'its project is not in the export';
const leave = (moving: Moving, what: string, who: string, why: string): void =>
  void moving.leftOut.push({ what, who, why });

/** By the identifiers of the other system. Accounts that exist here keep everything that they have. */
async function movePeople(moving: Moving): Promise<Map<string, string>> {
  const { moved, known, counts, options } = moving;
  const uids = new Map<string, string>();
  const wanted = new Map<string, MovedPerson>();
  const same = new Map<string, string[]>();
  for (const person of moved.people) {
    const local = known.get(`person ${person.id}`);
    if (local !== undefined) {
      uids.set(person.id, local);
      counts.people.known += 1;
    } else if (!isEmail(person.email)) leave(moving, 'person', person.id, 'has no valid email address');
    else {
      const email = normaliseEmail(person.email);
      if (wanted.has(email))
        leave(moving, 'account', person.id, `has the address of ${wanted.get(email)?.id ?? ''}: one account here`);
      else wanted.set(email, person);
      same.set(email, [...(same.get(email) ?? []), person.id]);
    }
  }
  const emails = [...wanted.keys()];
  for (let first = 0; first < emails.length; first += batchSize) {
    const some = emails.slice(first, first + batchSize);
    for (const [email, uid] of await findOrCreate(moving, some, wanted))
      for (const id of same.get(email) ?? []) {
        uids.set(id, uid);
        keep(moving, 'person', id, uid, { uid });
      }
    options.onProgress('people', Math.min(first + batchSize, emails.length), emails.length);
  }
  return uids;
}

async function findOrCreate(moving: Moving, emails: readonly string[], people: ReadonlyMap<string, MovedPerson>) {
  const { trx, now, at, keys, counts, options } = moving;
  const before = new Set((await lockPeopleByEmail(trx, emails)).map(({ email }) => email));
  const fresh = emails.filter((email) => !before.has(email));
  await createPeople(
    trx,
    now,
    actor,
    fresh.map((email) => ({ email, name: lineOf(people.get(email)?.name ?? '', 100), listing: options.listing })),
  );
  const uids = new Map((await lockPeopleByEmail(trx, emails)).map(({ email, uid }) => [email, uid]));
  const rows = [];
  for (const email of fresh) {
    const person = people.get(email);
    const uid = uids.get(email);
    if (person === undefined || uid === undefined) continue;
    await queries.updateNewcomer(trx, uid, {
      intro: textOf(person.intro, 2000),
      language: person.language,
      suspended_at: person.suspended ? at : null,
      created_at: person.created_at !== null && person.created_at < at ? person.created_at : at,
    });
    for (const [kind, values] of Object.entries(person.private) as [PrivateKind, object][]) {
      const fields = sealFields(keys, uid, kind, values);
      // As after a change with a token: the person confirms a bank account before anybody pays to it.
      const unconfirmed_at = kind === 'bank' ? at : null;
      if (fields !== '{}')
        rows.push({ uid, kind, fields, key_id: keys.current.id, revision: 1, updated_at: at, unconfirmed_at });
    }
  }
  await queries.insertPrivate(trx, rows);
  counts.people.new += fresh.length;
  counts.people.known += emails.length - fresh.length;
  return uids;
}

/** Where things of a project go. */
async function moveProjects(moving: Moving, people: Ids): Promise<Map<string, string>> {
  const { trx, at, moved, known, counts, options } = moving;
  const pids = new Map<string, string>();
  const taken = new Set((await queries.listProjects(trx)).map(({ pid }) => pid));
  const rows = [];
  const owners = [];
  for (const project of moved.projects) {
    const local = known.get(`project ${project.id}`);
    if (local !== undefined || options.into !== undefined) {
      pids.set(project.id, local ?? options.into ?? '');
      if (local === undefined) keep(moving, 'project', project.id, options.into ?? '', { pid: options.into ?? '' });
      counts.projects.known += 1;
      continue;
    }
    const pid = project.pid;
    if (taken.has(pid)) throw new MovingRefused(`there is a project ${pid} already: choose others with --prefix`);
    const uids = [...new Set(project.owners.flatMap((id) => people.get(id) ?? []))];
    taken.add(pid);
    pids.set(project.id, pid);
    keep(moving, 'project', project.id, pid, { pid });
    rows.push(projectRow(project, pid, pids, at));
    owners.push(...uids.map((uid) => ({ pid, uid, created_at: at })));
    moving.entries.push(
      { actor, kind: 'project.created', subject: pid, pid, detail: { copy_from: null } },
      ...uids.map((uid) => ({ actor, kind: 'owner.added' as const, subject: uid, pid })),
    );
    counts.projects.new += 1;
  }
  await queries.insertProjects(trx, rows, owners);
  for (const { id, subsidies } of moved.projects)
    if (subsidies !== null && rows.some(({ pid }) => pid === pids.get(id)))
      await queries.insertSubsidies(
        trx,
        pids.get(id) ?? '',
        subsidies.currency,
        subsidies.amounts.map(([location, amount]) => ({
          pid: pids.get(id) ?? '',
          location: lineOf(location, 100),
          sort_key: sortKey(location),
          amount,
        })),
      );
  return pids;
}

/** Something that the operator can change. */
export class MovingRefused extends Error {}

const projectRow = (project: MovedProject, pid: string, pids: Ids, created_at: string) => ({
  pid,
  name: lineOf(project.name, 100) || pid,
  description: textOf(project.description, maxMarkdown),
  starts_on: project.starts_on,
  ends_on: project.ends_on,
  timezone: project.timezone,
  state: project.state,
  listing: 'everyone' as const,
  follows: project.follows === null ? null : (pids.get(project.follows) ?? project.follows),
  created_at,
});

async function moveRest(moving: Moving, people: Ids, projects: Ids): Promise<void> {
  const { trx, at } = moving;
  const pids = [...new Set(projects.values())];
  const teams = await moveTeams(moving, projects, pids);
  await moveMemberships(moving, people, teams);
  const places = await moveNamed(moving, 'place', projects, pids);
  const kinds = await moveNamed(moving, 'kind', projects, pids);
  await moveTasks(moving, people, { projects, teams, places, kinds });
  await queries.insertHelpers(trx, pids, at);
  await moveWork(moving, people, projects);
  await moveForms(moving, people, projects, pids);
  await moveTags(moving, people, projects);
  await touchListings(trx, [...new Set(moving.fresh.flatMap(({ pid }) => pid ?? []))]);
}

/** A team by its identifier, as `pid tid`. */
async function moveTeams(moving: Moving, projects: Ids, pids: readonly string[]): Promise<Map<string, string>> {
  const { trx, at, moved, known, counts } = moving;
  const taken = new Set((await queries.listTids(trx, pids)).map(({ pid, tid }) => `${pid} ${tid}`));
  const teams = new Map<string, string>();
  const rows = [];
  for (const team of moved.teams) {
    const local = known.get(`team ${team.id}`);
    const pid = projects.get(team.project);
    if (local !== undefined) {
      teams.set(team.id, local);
      counts.teams.known += 1;
    } else if (pid === undefined) leave(moving, 'team', team.id, noProject);
    else {
      const tid = freeSlug(team.tid, 'team', (slug) => taken.has(`${pid} ${slug}`));
      taken.add(`${pid} ${tid}`);
      teams.set(team.id, `${pid} ${tid}`);
      keep(moving, 'team', team.id, `${pid} ${tid}`, { pid });
      const name = lineOf(team.name, 100) || tid;
      rows.push({
        pid,
        tid,
        name,
        sort_key: sortKey(name),
        description: textOf(team.description, maxMarkdown),
        public_description: textOf(team.public_description, maxMarkdown),
        mailing_list: isEmail(team.mailing_list) ? normaliseEmail(team.mailing_list) : '',
        // Fewer than the people that it has would keep everybody out who leaves.
        headcount:
          team.headcount === null ? null : Math.min(maxHeadcount, Math.max(team.headcount, team.people.length)),
        disabled_at: team.disabled ? at : null,
        created_at: at,
      });
      moving.entries.push({ actor, kind: 'team.created', subject: tid, pid, revision: 1 });
      counts.teams.new += 1;
    }
  }
  await queries.insertTeams(trx, rows);
  return teams;
}

async function moveMemberships(moving: Moving, people: Ids, teams: Ids): Promise<void> {
  const { trx, at, moved, known, counts } = moving;
  const rows = new Map<
    string,
    { pid: string; tid: string; uid: string; role: 'chief' | 'member'; created_at: string; role_since: string }
  >();
  for (const team of moved.teams) {
    const [pid = '', tid = ''] = teams.get(team.id)?.split(' ') ?? [];
    for (const { person, role } of pid === '' ? [] : team.people) {
      const uid = people.get(person);
      const id = `${team.id}/${person}`;
      if (known.has(`membership ${id}`)) counts.memberships.known += 1;
      else if (uid === undefined) leave(moving, 'membership', id, 'the person was not moved');
      else {
        keep(moving, 'membership', id, `${pid} ${tid} ${uid}`, { pid, uid });
        const before = rows.get(`${pid} ${tid} ${uid}`);
        const chief = role === 'chief' || before?.role === 'chief' ? 'chief' : 'member';
        rows.set(`${pid} ${tid} ${uid}`, { pid, tid, uid, role: chief, created_at: at, role_since: at });
      }
    }
  }
  const added = await queries.insertMemberships(trx, [...rows.values()]);
  for (const [key, { pid, tid, uid, role }] of rows)
    if (added.has(key)) moving.entries.push({ actor, kind: `${role}.added`, subject: uid, pid, detail: { tid } });
  counts.memberships.new += added.size;
  await queries.countMembers(trx, [...new Set([...rows.values()].map(({ pid }) => pid))]);
}

/** Locations and kinds of tasks: one with the same name is the same. */
async function moveNamed(moving: Moving, which: 'place' | 'kind', projects: Ids, pids: readonly string[]) {
  const { trx, now, moved, known, counts } = moving;
  const [list, count] =
    which === 'place' ? ([moved.places, counts.places] as const) : ([moved.kinds, counts.kinds] as const);
  const rows = await queries.listNames(trx, which === 'place' ? 'places' : 'task_kinds', pids);
  const byName = new Map(rows.map(({ id, pid, name }) => [`${pid} ${name}`, id]));
  const ids = new Map<string, string>();
  const fresh = [];
  for (const one of list) {
    const pid = projects.get(one.project);
    const local = known.get(`${which} ${one.id}`);
    if (pid === undefined) continue;
    const name = lineOf(one.name, 100) || one.id;
    const found = local ?? byName.get(`${pid} ${name}`);
    const id = found ?? newId(now);
    ids.set(one.id, id);
    if (local === undefined) keep(moving, which, one.id, id, { pid });
    count[found === undefined ? 'new' : 'known'] += 1;
    if (found !== undefined) continue;
    byName.set(`${pid} ${name}`, id);
    fresh.push({ id, pid, name, one });
    moving.entries.push({ actor, kind: `${which}.created`, subject: id, pid, detail: { title: name } });
  }
  const common = fresh.map(({ id, pid, name, one }) => ({ row: { id, pid, name }, one }));
  if (which === 'place')
    await queries.insertPlaces(
      trx,
      common.map(({ row, one }) => ({ ...row, map_url: 'map_url' in one ? webAddressOf(one.map_url) : '' })),
    );
  else
    await queries.insertKinds(
      trx,
      common.map(({ row, one }) => ({ ...row, briefing: 'briefing' in one ? textOf(one.briefing, maxMarkdown) : '' })),
    );
  return ids;
}

const webAddressOf = (text: string): string => (/^https:\/\/\S{1,1900}$/.test(text) ? text : '');

type Places = { projects: Ids; teams: Ids; places: Ids; kinds: Ids };

async function moveTasks(moving: Moving, people: Ids, { projects, teams, places, kinds }: Places): Promise<void> {
  const { trx, now, at, moved, known, counts, options } = moving;
  const rows = [];
  const attendances = [];
  const touched = new Set<string>();
  const ids = newIds(now, moved.tasks.length);
  for (const [index, task] of moved.tasks.entries()) {
    const pid = projects.get(task.project);
    if (pid === undefined) {
      leave(moving, 'task', task.id, noProject);
      continue;
    }
    const local = known.get(`task ${task.id}`);
    const id = local ?? ids[index] ?? newId(now);
    const team = task.team === null ? undefined : teams.get(task.team)?.split(' ')[1];
    if (local === undefined) {
      keep(moving, 'task', task.id, id, { pid });
      rows.push({
        id,
        pid,
        tid: team ?? null,
        title: lineOf(task.title, 200) || task.id,
        description: textOf(task.description, maxMarkdown),
        category: lineOf(task.category, 100),
        starts_at: task.starts_at,
        ends_at: task.ends_at,
        capacity: Math.min(maxHeadcount, Math.max(1, task.capacity, task.people.length)),
        min_people: Math.min(maxHeadcount, Math.max(0, task.capacity)),
        place_id: task.place === null ? null : (places.get(task.place) ?? null),
        kind_id: task.kind === null ? null : (kinds.get(task.kind) ?? null),
        visibility: task.visibility,
        created_by: null,
        created_at: at,
      });
      moving.entries.push({
        actor,
        kind: 'task.created',
        subject: id,
        pid,
        revision: 1,
        detail: { title: lineOf(task.title, 200) },
      });
    }
    counts.tasks[local === undefined ? 'new' : 'known'] += 1;
    for (const { person, came } of task.people) {
      const uid = people.get(person);
      const legacy = `${task.id}/${person}`;
      if (known.has(`attendance ${legacy}`)) counts['places on tasks'].known += 1;
      else if (uid === undefined) leave(moving, 'place on a task', legacy, 'the person was not moved');
      else {
        keep(moving, 'attendance', legacy, `${id} ${uid}`, { pid, uid });
        touched.add(id);
        // What is over counts as done, as it did there.
        const state = task.ends_at > at ? ('joined' as const) : came ? ('done' as const) : ('no_show' as const);
        attendances.push({ task_id: id, uid, state, created_at: at });
        moving.entries.push({ actor, kind: 'attendance.added', subject: uid, pid, detail: { task: id } });
        counts['places on tasks'].new += 1;
      }
    }
    if (index % 1000 === 0) options.onProgress('tasks', index, moved.tasks.length);
  }
  await queries.insertTasks(trx, rows);
  await queries.insertAttendances(trx, attendances);
  await queries.countAttendees(trx, [...touched]);
}

async function moveWork(moving: Moving, people: Ids, projects: Ids): Promise<void> {
  const { trx, now, at, moved, known, counts } = moving;
  const rows = [];
  for (const work of moved.work) {
    const [pid, uid] = [projects.get(work.project), people.get(work.person)];
    if (known.has(`work ${work.id}`)) counts.work.known += 1;
    else if (pid === undefined || uid === undefined) leave(moving, 'work', work.id, 'the person was not moved');
    else {
      const id = newId(now);
      keep(moving, 'work', work.id, id, { pid, uid });
      rows.push({
        id,
        pid,
        uid,
        tid: null,
        title: lineOf(work.title, 200) || work.id,
        starts_at: work.starts_at,
        ends_at: work.ends_at,
        state: 'approved' as const,
        decided_at: at,
        created_at: at,
      });
      moving.entries.push({ actor, kind: 'work.added', subject: uid, pid, detail: { title: lineOf(work.title, 200) } });
      counts.work.new += 1;
    }
  }
  await queries.insertWork(trx, rows);
}

/** Built-in forms without days. They are off: owners look at them before people see them. */
async function moveForms(moving: Moving, people: Ids, projects: Ids, pids: readonly string[]): Promise<void> {
  const { trx, at, keys, moved, known, counts } = moving;
  const taken = new Set((await queries.listForms(trx, pids)).map(({ pid, form }) => `${pid} ${form}`));
  const forms = [];
  const rows = [];
  for (const form of moved.forms) {
    const pid = projects.get(form.project);
    if (pid === undefined) leave(moving, 'form', form.id, noProject);
    if (pid === undefined || definesFields(form.kind)) continue;
    const fields = fieldsOfKind(form.kind, { days: [], erase_after: '', cuts: form.cuts });
    const local = known.get(`form ${form.id}`)?.split(' ')[1];
    const slug = local ?? freeSlug(form.form, 'form', (one) => taken.has(`${pid} ${one}`));
    if (local === undefined) {
      taken.add(`${pid} ${slug}`);
      keep(moving, 'form', form.id, `${pid} ${slug}`, { pid });
      forms.push({
        pid,
        form: slug,
        kind: form.kind,
        title: lineOf(form.title, 200),
        fields: JSON.stringify(fields),
        audience: 'people' as const,
        audience_tids: '[]',
        enabled_at: null,
        created_at: at,
      });
      moving.entries.push({
        actor,
        kind: 'form.created',
        subject: slug,
        pid,
        revision: 1,
        detail: { kind: form.kind },
      });
    }
    counts.forms[local === undefined ? 'new' : 'known'] += 1;
    const check = checker(moving, form, fields);
    for (const { person, answers } of form.answers) {
      const uid = people.get(person);
      const id = `${form.id}/${person}`;
      const checked = known.has(`answer ${id}`) ? undefined : check(answers);
      if (checked === undefined) counts.answers.known += 1;
      else if (uid === undefined) leave(moving, 'answer', id, 'the person was not moved');
      else if ('why' in checked) leave(moving, 'answer', id, checked.why);
      else {
        keep(moving, 'answer', id, `${pid} ${slug} ${uid}`, { pid, uid });
        const sealed = sealAnswers(keys, { pid, form: slug, uid }, fields, checked.answers);
        const row = { pid, form: slug, uid, answers: sealed, key_id: keys.current.id, revision: 1 };
        rows.push({ ...row, created_at: at, updated_at: at });
        moving.entries.push({
          actor,
          kind: 'response.saved',
          subject: uid,
          pid,
          revision: 1,
          detail: { form: slug, revision: 1 },
        });
        counts.answers.new += 1;
      }
    }
  }
  await queries.insertForms(trx, forms);
  await queries.insertAnswers(
    trx,
    uniqueBy(rows, ({ pid, form, uid }) => `${pid} ${form} ${uid}`),
  );
  await queries.countAnswers(trx, [...new Set(rows.map(({ pid }) => pid))]);
}

/** The same check as for an answer that somebody enters. */
function checker({ moved }: Moving, { kind, title, project }: MovedForm, fields: readonly Field[]) {
  const subsidies = moved.projects.find(({ id }) => id === project)?.subsidies ?? null;
  const table = subsidies === null ? undefined : { currency: subsidies.currency, amounts: new Map(subsidies.amounts) };
  const schema = answerSchema(title, resolveFields(kind, fields, table));
  return (answers: Answers): { answers: Answers } | { why: string } => {
    const [error] = answerErrors(schema, answers);
    if (error !== undefined) return { why: `${error.pointer} ${error.detail}` };
    return { answers: { ...answers, ...computedAnswers(kind, answers, table) } };
  };
}

const uniqueBy = <T>(rows: readonly T[], keyOf: (row: T) => string): T[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
];

async function moveTags(moving: Moving, people: Ids, projects: Ids): Promise<void> {
  const { trx, now, moved, known, counts } = moving;
  const byProject = new Map<string, { uid: string; add: string[]; remove: string[] }[]>();
  for (const { id, project, person, tags } of moved.tags) {
    const [pid, uid] = [projects.get(project), people.get(person)];
    if (known.has(`tags ${id}`)) counts.tags.known += 1;
    else if (pid === undefined) leave(moving, 'tags', id, noProject);
    else if (uid === undefined) leave(moving, 'tags', id, 'the person was not moved');
    else {
      keep(moving, 'tags', id, `${pid} ${uid}`, { pid, uid });
      const add = tags.map((tag) => lineOf(tag.replaceAll(/[,;，；、]/g, ' '), 40)).filter((tag) => tag !== '');
      byProject.set(pid, [...(byProject.get(pid) ?? []), { uid, add: add.slice(0, maxTags), remove: [] }]);
      counts.tags.new += 1;
    }
  }
  for (const [pid, wanted] of byProject) {
    const merged = [...Map.groupBy(wanted, ({ uid }) => uid)].map(([uid, some]) => ({
      uid,
      add: [...new Set(some.flatMap(({ add }) => add))].slice(0, maxTags),
      remove: [],
    }));
    await applyTags(trx, { actor, now }, scopeOfRow({ pid }), merged);
  }
}

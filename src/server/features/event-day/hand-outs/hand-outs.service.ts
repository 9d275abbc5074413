import { confirmCaller } from '../../../auth/confirm.ts';
import { requireFreshProof } from '../../../auth/gate.ts';
import { holds } from '../../../auth/project-role.ts';
import type { Actor, ProjectScope, Roles } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail, failField, refuseField } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId, newIds } from '../../../lib/secrets.ts';
import { sortKey } from '../../../lib/text.ts';
import { byName, pageRequest } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { record } from '../../audit/audit.service.ts';
import { changedFields } from '../../audit/changed-fields.policy.ts';
import { storedFields } from '../../forms/forms.service.ts';
import { moveDay } from '../../forms/settings.policy.ts';
import type { ProjectCopy } from '../../projects/copy-project.service.ts';
import { lockDesk, prepareDesk } from '../codes/keys.service.ts';
import type { KeyServices } from '../codes/keys.service.ts';
import { listTeams } from '../devices/devices.queries.ts';
import { insertThings, listThingsForCopy } from '../loans/loans.service.ts';
import type { Audience } from './entitlement.policy.ts';
import { countByVariant } from './entitlement.queries.ts';
import { definitionsOf, entitlementsOf } from './entitlement.service.ts';
import type { Definition, StoredStock } from './entitlement.service.ts';
import {
  countCodes,
  countThings,
  countUncounted,
  deleteGiven,
  deleteHandOut,
  findForm,
  findHandOut,
  findStart,
  insertHandOut,
  listForCopy,
  listKinds,
  listUncounted,
  lockHandOuts,
  updateHandOut,
} from './hand-outs.queries.ts';
import type {
  EarnedPeople,
  EarnedRule,
  HandOut,
  HandOutAudience,
  HandOutChanges,
  HandOutKind,
  NewHandOut,
  VariantField,
} from './hand-outs.schema.ts';
import {
  countVariants,
  isVariant,
  maxVariants,
  noVariant,
  questionsOf,
  variantFrom,
  variantKey,
  variantsOf,
} from './variants.policy.ts';
import type { Question } from './variants.policy.ts';

const maxHandOuts = 50;
const shownUncounted = 100;

const noSuchHandOut = (): never => fail('not_found', { detail: 'There is no such hand-out in this project' });

const presentAudience = (audience: Audience): HandOutAudience => {
  if ('everyone' in audience) return { everyone: true };
  if ('tids' in audience) return { tids: [...audience.tids] };
  const { form, field, values } = audience;
  return {
    form,
    ...(field === undefined ? {} : { field }),
    ...(values === undefined ? {} : { values: [...values] }),
  };
};

/** At most six queries for any number of hand-outs. */
export async function readHandOuts(read: Reader, scope: ProjectScope): Promise<HandOut[]> {
  const definitions = await definitionsOf(read, scope);
  return presentAll(read, definitions);
}

export async function readHandOut(read: Reader, scope: ProjectScope, id: string) {
  const definition = (await definitionsOf(read, scope)).find((one) => one.id === id) ?? noSuchHandOut();
  const { revision } = (await findHandOut(read, scope, id)) ?? noSuchHandOut();
  const [handOut = noSuchHandOut()] = await presentAll(read, [definition]);
  return { revision, handOut };
}

async function presentAll(read: Reader, definitions: readonly Definition[]): Promise<HandOut[]> {
  const idsOf = (kind: HandOutKind) => definitions.filter((one) => one.kind === kind).map(({ id }) => id);
  const [items, codes, loans] = [idsOf('item'), idsOf('code'), idsOf('loan')];
  const given = items.length === 0 ? [] : await countByVariant(read, items);
  const uncounted = items.length === 0 ? [] : await countUncounted(read, items);
  const others = [
    ...(codes.length === 0 ? [] : await countCodes(read, codes)),
    ...(loans.length === 0 ? [] : await countThings(read, loans)),
  ];
  const [givenOf, othersOf] = [
    Map.groupBy(given, ({ hand_out_id: id }) => id),
    new Map(others.map((row) => [row.hand_out_id, row])),
  ];
  const uncountedOf = new Map(uncounted.map(({ hand_out_id: id, count }) => [id, count]));
  return definitions.map((definition) => {
    const { id, name, kind, audience, earned, perPerson, variantField } = definition;
    const byVariant = givenOf.get(id) ?? [];
    const { all = 0, given: out = 0 } = othersOf.get(id) ?? {};
    return {
      id,
      name,
      kind,
      audience: presentAudience(audience),
      variant_field: variantField,
      per_person: perPerson,
      earned,
      given: kind === 'item' ? byVariant.reduce((sum, { count }) => sum + count, 0) : out,
      available: kind === 'item' ? null : all,
      not_counted: uncountedOf.get(id) ?? 0,
      variants: kind === 'item' ? presentVariants(definition, byVariant) : [],
    };
  });
}

/** Those of the form, and what was handed out or is counted although the form no longer has it. */
function presentVariants(
  { questions, stock }: Definition,
  rows: readonly { variant: string; count: number }[],
): HandOut['variants'] {
  const given = new Map(rows.map(({ variant, count }) => [variant, count]));
  const keys = new Set([...variantsOf(questions).map(variantKey), ...given.keys(), ...(stock?.keys() ?? [])]);
  return [...keys].map((key) => ({
    variant: variantFrom(key),
    stock: stock?.get(key) ?? null,
    given: given.get(key) ?? 0,
  }));
}

type Settings = {
  audience: Audience;
  variant_field: VariantField | null;
  per_person: number | null;
  earned: EarnedRule | null;
  stock: StoredStock | null;
};

const settingsOf = ({ audience, variantField, perPerson, earned, stock }: Definition): Settings => ({
  audience,
  variant_field: variantField,
  per_person: perPerson,
  earned,
  stock: stock === null ? null : [...stock].map(([key, count]) => ({ variant: variantFrom(key), count })),
});

/** The desk shows the answers to a form, so somebody chooses it who may read them. */
function requireReader(roles: Roles, { audience, variant_field: variant }: HandOutChanges, before?: Settings): void {
  if (holds(roles, 'viewer')) return;
  const { audience: meant, variant_field: shown } = before ?? {};
  const used = new Set([shown?.form, meant !== undefined && 'form' in meant ? meant.form : undefined]);
  const errors = [
    { form: audience?.form, pointer: '/audience/form' },
    { form: variant?.form, pointer: '/variant_field/form' },
  ].flatMap(({ form, pointer }) =>
    form === undefined || used.has(form) ? [] : [{ pointer, detail: 'is for owners to choose' }],
  );
  if (errors.length > 0) fail('forbidden', { detail: 'Only owners let a hand-out use another form', errors });
}

/** Codes are worth money, so only owners decide who gets them: a deputy could give one to themselves. */
function requireGiver({ owner }: Roles, kind: HandOutKind): void {
  if (kind === 'code' && !owner) fail('forbidden', { detail: 'Only owners hand out codes' });
}

/** What is stored after a change. What the input leaves out stays as it was, except for the stock of other variants. */
async function checkedSettings(
  trx: Trx,
  scope: ProjectScope,
  kind: HandOutKind,
  input: HandOutChanges,
  before: Settings | undefined,
): Promise<Settings> {
  refuseOfOtherKinds(kind, input);
  const audience =
    input.audience === undefined && before !== undefined
      ? before.audience
      : await checkedAudience(trx, scope, input.audience ?? {});
  const { variant_field = before?.variant_field ?? null, per_person = before?.per_person ?? null } = input;
  const questions = variant_field === null ? [] : await checkedQuestions(trx, scope, variant_field, input);
  const sameVariants = input.variant_field === undefined;
  const stock =
    input.stock === undefined ? (sameVariants ? (before?.stock ?? null) : null) : checkedStock(questions, input.stock);
  const { earned = before?.earned ?? null } = input;
  if (input.earned !== undefined && input.earned !== null) await requireRule(trx, scope, input.earned);
  return { audience, variant_field, per_person, earned, stock };
}

function refuseOfOtherKinds(kind: HandOutKind, input: HandOutChanges): void {
  for (const name of ['variant_field', 'per_person', 'stock'] as const)
    if (kind !== 'item' && input[name] != null) failField(`/${name}`, 'is for items only');
  if (kind === 'loan' && input.earned != null) failField('/earned', 'is for items and codes only');
}

/** If the form has lost its questions since, only what is changed is checked. */
async function checkedQuestions(
  trx: Trx,
  scope: ProjectScope,
  { form, field }: VariantField,
  input: HandOutChanges,
): Promise<Question[]> {
  const found = await findForm(trx, scope, form);
  const questions = found === undefined ? [] : questionsOf(storedFields(found), field);
  if (input.variant_field === undefined) return questions;
  if (found === undefined) refuseField('/variant_field/form', 'is not a form of this project');
  if (questions.length === 0)
    refuseField(
      field === undefined ? '/variant_field/form' : '/variant_field/field',
      'has no question with one choice that is not private',
    );
  if (countVariants(questions) > maxVariants)
    refuseField('/variant_field', `has more than ${maxVariants} variants: choose one question`);
  return questions;
}

function checkedStock(questions: readonly Question[], input: HandOutChanges['stock']): StoredStock | null {
  if (input == null) return null;
  const stock = input.map(({ variant = noVariant, count }) => ({ variant: [...variant], count }));
  const keys = stock.map(({ variant }) => variantKey(variant));
  for (const [index, { variant }] of stock.entries()) {
    if (keys.indexOf(variantKey(variant)) < index) failField(`/stock/${index}/variant`, 'is there twice');
    if (!isVariant(questions, variant)) refuseField(`/stock/${index}/variant`, 'is not a variant of this hand-out');
  }
  return stock;
}

const isQuarter = (hours: number): boolean => Number.isInteger(hours * 4);
const isDay = (day: string): boolean =>
  !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().slice(0, 10) === day;

async function requireRule(trx: Trx, { pid }: ProjectScope, rule: EarnedRule): Promise<void> {
  for (const name of ['min_hours', 'per_hours'] as const)
    if (!isQuarter(rule[name] ?? 0)) failField(`/earned/${name}`, 'must be in quarters of an hour');
  if (rule.day !== undefined && rule.day !== 'each' && !isDay(rule.day)) failField('/earned/day', 'is not a day');
  const kinds = rule.task_kinds ?? [];
  const known = kinds.length === 0 ? [] : (await listKinds(trx, pid)).map(({ id }) => id);
  const index = kinds.findIndex((kind) => !known.includes(kind));
  if (index !== -1) refuseField(`/earned/task_kinds/${index}`, 'is not a kind of task of this project');
}

/** Exactly one way to say who is entitled, and only teams, forms and questions that exist. */
async function checkedAudience(trx: Trx, scope: ProjectScope, input: HandOutAudience): Promise<Audience> {
  const { everyone, tids, form, field, values } = input;
  const ways = [everyone, tids, form].filter((way) => way !== undefined).length;
  if (ways !== 1) return failField('/audience', 'must have exactly one of everyone, tids and form');
  if (form === undefined && field !== undefined) failField('/audience/field', 'needs form');
  if (field === undefined && values !== undefined) failField('/audience/values', 'needs field');
  if (tids !== undefined) {
    const known = await listTeams(trx, scope, tids);
    const index = tids.findIndex((tid) => !known.has(tid));
    return index === -1 ? { tids } : refuseField(`/audience/tids/${index}`, 'is not a team of this project');
  }
  if (form === undefined) return { everyone: true };
  const found = (await findForm(trx, scope, form)) ?? refuseField('/audience/form', 'is not a form of this project');
  if (field !== undefined) requireField(found.fields, field);
  return { form, ...(field === undefined ? {} : { field }), ...(values === undefined ? {} : { values }) };
}

function requireField(fields: string, key: string): void {
  const field = (JSON.parse(fields) as { key: string; private?: boolean }[]).find((one) => one.key === key);
  if (field === undefined) refuseField('/audience/field', 'is not a question of this form');
  // What a device shows must not tell private answers.
  if (field?.private === true) refuseField('/audience/field', 'is a private question');
}

const columnsOf = ({ audience, variant_field, per_person, earned, stock }: Settings) => ({
  audience: JSON.stringify(audience),
  variant_field: variant_field === null ? null : JSON.stringify(variant_field),
  per_person,
  earned: earned === null ? null : JSON.stringify(earned),
  stock: stock === null ? null : JSON.stringify(stock),
});

export async function createHandOut(trx: Trx, actor: Actor, roles: Roles, input: NewHandOut): Promise<string> {
  const { scope } = actor.projectRole;
  const { now } = actor;
  const existing = await lockHandOuts(trx, scope);
  if (existing.length >= maxHandOuts) fail('not_allowed', { detail: `A project has at most ${maxHandOuts} hand-outs` });
  if (existing.some(({ name }) => name === input.name)) fail('already_exists');
  const { name, kind = 'item', ...settings } = input;
  requireReader(roles, settings);
  requireGiver(roles, kind);
  const columns = columnsOf(await checkedSettings(trx, scope, kind, settings, undefined));
  const row = { id: newId(now), pid: scope.pid, name, kind, ...columns };
  await insertHandOut(trx, { ...row, created_at: timestamp(now) });
  await recordChange(trx, 'handout.added', actor, row);
  return row.id;
}

type Kind = 'handout.added' | 'handout.changed' | 'handout.removed';

const recordChange = (
  trx: Trx,
  kind: Kind,
  { projectRole: { scope }, uid, now }: Actor,
  { id, name, fields }: { id: string; name: string; fields?: string },
): Promise<void> =>
  record(trx, now, {
    actor: uid,
    kind,
    subject: id,
    pid: scope.pid,
    detail: { title: name, ...(fields === undefined ? {} : { fields }) },
  });

type Change = Actor & { id: string; expected?: number | undefined };

export async function changeHandOut({ db }: { db: Db }, change: Change, input: HandOutChanges): Promise<void> {
  const { projectRole, caller, now, id, expected } = change;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    const existing = await lockHandOuts(trx, scope);
    const row = existing.find((one) => one.id === id) ?? noSuchHandOut();
    requireGiver(roles, row.kind);
    if (expected !== undefined && expected !== row.revision) fail('stale');
    if (existing.some((one) => one.id !== id && one.name === input.name)) fail('already_exists');
    const definition = (await definitionsOf(trx, scope)).find((one) => one.id === id) ?? noSuchHandOut();
    requireReader(roles, input, settingsOf(definition));
    const before = { name: row.name, ...columnsOf(settingsOf(definition)) };
    const settings = await checkedSettings(trx, scope, row.kind, input, settingsOf(definition));
    const after = { name: input.name ?? row.name, ...columnsOf(settings) };
    const fields = changedFields(Object.keys(after), before, after);
    if (fields === '') return;
    await updateHandOut(trx, id, after);
    await recordChange(trx, 'handout.changed', change, { id, name: after.name, fields });
  });
}

/** Also deletes the record of everything that was handed out. Codes that people have go with it. */
export async function removeHandOut(services: KeyServices, actor: Actor, id: string): Promise<void> {
  const { projectRole, caller, now } = actor;
  const { scope } = projectRole;
  await prepareDesk(services, scope);
  await services.db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    const found = (await lockHandOuts(trx, scope)).find((one) => one.id === id);
    if (found === undefined) return;
    requireGiver(roles, found.kind);
    // Scans of it wait, and then find it gone.
    await lockDesk(trx, scope);
    const [codes] = await countCodes(trx, [id]);
    const [things] = await countThings(trx, [id]);
    if ((codes?.given ?? 0) > 0) requireFreshProof(caller, now);
    if ((things?.given ?? 0) > 0) fail('conflict', { detail: 'Somebody still has one of these things' });
    if (!(await deleteHandOut(trx, scope, id))) return;
    await recordChange(trx, 'handout.removed', actor, found);
  });
}

/** A hand-out of this kind; people and devices know of no other. */
export async function requireHandOut(read: Reader, scope: ProjectScope, id: string, kind: HandOutKind) {
  const found = (await findHandOut(read, scope, id)) ?? noSuchHandOut();
  return found.kind === kind ? found : fail('not_allowed', { detail: `The hand-out is not of the kind ${kind}` });
}

/** Locks all of them. */
export async function lockHandOut(trx: Trx, scope: ProjectScope, id: string, kind: HandOutKind) {
  await lockHandOuts(trx, scope);
  return requireHandOut(trx, scope, id, kind);
}

/** After a wrong scan: the person is entitled to it again. Does nothing if it was taken back before. */
export async function takeBack({ db }: { db: Db }, actor: Actor, id: string, given: string): Promise<void> {
  const { projectRole, caller, uid, now } = actor;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const { name } = (await findHandOut(trx, scope, id)) ?? noSuchHandOut();
    const found = await deleteGiven(trx, scope, id, given);
    if (found === undefined) return;
    const detail = { hand_out: id, title: name };
    await record(trx, now, { actor: uid, kind: 'handout.taken_back', subject: found.uid, pid: scope.pid, detail });
  });
}

/** What devices handed out although it did not count, newest first. */
export async function readUncounted(read: Reader, scope: ProjectScope, id: string) {
  await requireHandOut(read, scope, id, 'item');
  const rows = await listUncounted(read, id, shownUncounted);
  return rows.map(({ result, uid, ...row }) => ({
    ...row,
    uid: uid ?? '',
    result: result === 'none_left' ? ('none_left' as const) : ('repeated' as const),
  }));
}

/** Who is entitled, by name. It follows from rules that SQL does not know, so everybody is looked at. */
export async function readEarned(
  read: Reader,
  scope: ProjectScope,
  id: string,
  query: PageQuery,
): Promise<EarnedPeople> {
  const { limit, after, page } = pageRequest(query, byName);
  const { handOuts, people } = await entitlementsOf(read, scope);
  const { questions } = handOuts.find((one) => one.id === id) ?? noSuchHandOut();
  const entitled = [...people]
    .flatMap(([uid, { name, of }]) => {
      const own = of.get(id);
      if (own === undefined || own.entitled === 0) return [];
      const variant = questions.length === 0 ? null : (own.variant ?? null);
      return [{ sort_key: sortKey(name), uid, name, entitled: own.entitled, given: own.regular, variant }];
    })
    .toSorted((a, b) => (isBehind(a, b) ? 1 : -1));
  const rest = after === undefined ? entitled : entitled.filter((one) => isBehind(one, after));
  const shown = page(rest.slice(0, limit + 1), ({ sort_key: _key, ...person }) => person);
  return { ...shown, ...(after === undefined ? { total: entitled.length } : {}) };
}

type Place = { sort_key: string; uid: string };
const isBehind = (one: Place, other: Place): boolean =>
  one.sort_key === other.sort_key ? one.uid > other.uid : one.sort_key > other.sort_key;

/**
 * To the next year, with the same teams, forms, kinds of tasks and things. Days move with the event. What is in stock and the
 * codes are of this year.
 */
export async function copyHandOuts(trx: Trx, { from, to, at }: ProjectCopy): Promise<never[]> {
  const rows = await listForCopy(trx, from);
  if (rows.length === 0) return [];
  const now = new Date(at);
  const renamed = new Map((await listKinds(trx, to)).map(({ id, name }) => [name, id]));
  const kinds = new Map((await listKinds(trx, from)).map(({ id, name }) => [id, renamed.get(name) ?? id]));
  const [start, next] = [await findStart(trx, from), await findStart(trx, to)];
  const moved = ({ day, task_kinds: ids, ...rule }: EarnedRule): EarnedRule => ({
    ...rule,
    ...(day === undefined
      ? {}
      : { day: day === 'each' ? day : moveDay(day, start?.starts_on ?? null, next?.starts_on ?? null) }),
    ...(ids === undefined ? {} : { task_kinds: ids.map((id) => kinds.get(id) ?? id) }),
  });
  const ids = newIds(now, rows.length);
  for (const [index, { id: before, earned, ...row }] of rows.entries()) {
    const id = ids[index] ?? newId(now);
    const rule = earned === null ? null : JSON.stringify(moved(JSON.parse(earned) as EarnedRule));
    await insertHandOut(trx, { ...row, id, pid: to, earned: rule, created_at: at });
    const things = row.kind === 'loan' ? await listThingsForCopy(trx, before) : [];
    const thingIds = newIds(now, things.length);
    await insertThings(
      trx,
      things.map((thing, place) => ({
        ...thing,
        id: thingIds[place] ?? newId(now),
        pid: to,
        hand_out_id: id,
        created_at: at,
      })),
    );
  }
  return [];
}

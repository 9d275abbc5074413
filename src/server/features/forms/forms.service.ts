import { maxForms } from '../../../shared/limits.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { Actor, ProjectRole } from '../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail, failField } from '../../errors.ts';
import { changedFields } from '../audit/changed-fields.policy.ts';
import { timestamp } from '../../lib/clock.ts';
import { contains } from '../../lib/text.ts';
import { record } from '../audit/audit.service.ts';
import { deleteTranslations } from '../translations/translations.service.ts';
import { choicesIn, daysIn, defaultErasure, eraseAfterIn, mealsIn } from './settings.policy.ts';
import { stillAsked, incompatibleChange, withTimes } from './fields.policy.ts';
import type { Field } from './fields.schema.ts';
import { answerSchema } from './fields.service.ts';
import { audienceColumns, audienceDetail, audienceOf, isInAudience } from './audience/audience.policy.ts';
import { audienceFor } from './audience/audience.service.ts';
import {
  acceptsAnswers,
  isOpen,
  mayKnowOf,
  requireDaysAhead,
  requireFitsKind,
  seesAllForms,
  seesTotals,
  lastDayIn,
  usualClosing,
  windowOf,
} from './forms.policy.ts';
import {
  countFormsLocked,
  deleteForm,
  findDates,
  findForm,
  lockForm,
  insertForm,
  listSubsidies,
  listTitles,
  updateForm,
} from './forms.queries.ts';
import type { FormRow, FormValues } from './forms.queries.ts';
import { definesFields, usualRemindDays } from './forms.schema.ts';
import type { Form, FormChanges, FormEntry, FormKind, NewForm } from './forms.schema.ts';
import { fieldsFor, isFormKind, lacksDays, needsSubsidies, redefines, resolveFields } from './kinds.service.ts';
import type { SubsidyTable } from './kinds.service.ts';
import { changesTerms, inOrder, disclosureOf } from './disclosure/disclosure.policy.ts';
import type { Disclosure } from './disclosure/disclosure.policy.ts';
import { shortenConsents } from './disclosure/consents.queries.ts';
import { endConsentsToForm } from './disclosure/consents.service.ts';
import { notifyForm } from './form-notices.service.ts';
import { waitingForms } from './answers/waiting.queries.ts';

type Known = FormRow & { answered_by: string | null; left_count?: number };

export const noSuchForm = (): never => fail('not_found', { detail: 'There is no such form in this project' });

const kindOf = (row: { kind: string }): FormKind => (isFormKind(row.kind) ? row.kind : 'custom');
/** Only this file writes the column, after validation. */
export const storedFields = (row: { fields: string }): Field[] =>
  // Forms of earlier releases lack `added_at`.
  (JSON.parse(row.fields) as Omit<Field, 'added_at'>[]).map((field) => ({ added_at: null, ...field }));
export const hasPrivateFields = (row: { fields: string }): boolean => storedFields(row).some((field) => field.private);

export function presentEntry({ projectRole, now }: Actor, row: Known): FormEntry {
  const { fields: _fields, revision: _revision, expired_through: _day, audience_tids: _tids, ...form } = row;
  const { enabled_at, answered_by, ...shown } = form;
  const asked = audienceOf(row);
  const open = acceptsAnswers(projectRole, row, timestamp(now));
  return {
    ...shown,
    tids: [...asked.tids],
    kind: kindOf(row),
    enabled: enabled_at !== null,
    open,
    answered: answered_by !== null,
    response_count: seesAllForms(projectRole) ? row.response_count : null,
    left_count: seesAllForms(projectRole) ? (row.left_count ?? 0) : null,
    passes_on: [...disclosureOf(row).kinds],
    rights: {
      answer: open && isInAudience(projectRole, asked),
      edit: projectRole.owner,
      see_responses: projectRole.owner,
      see_totals: seesTotals(projectRole, row, asked),
    },
  };
}

export async function presentForm(read: Reader, actor: Actor, row: Known): Promise<Form> {
  const fields = await currentFields(read, actor.projectRole, row);
  return { ...presentEntry(actor, row), fields, schema: answerSchema(row.title, stillAsked(row, fields)) };
}

export const currentFields = async (read: Reader, projectRole: ProjectRole, row: FormRow): Promise<Field[]> =>
  resolveFields(row.kind, storedFields(row), await subsidiesFor(read, projectRole, row.kind));

export async function subsidiesFor(
  read: Reader,
  { scope }: ProjectRole,
  kind: string,
): Promise<SubsidyTable | undefined> {
  if (!needsSubsidies(kind)) return undefined;
  const rows = await listSubsidies(read, scope);
  const amounts = rows.flatMap(({ location, amount }): [string, number][] =>
    location === null || amount === null ? [] : [[location, amount]],
  );
  return { currency: rows[0]?.currency ?? null, amounts: new Map(amounts) };
}

/** 404 for a draft, 403 for a form meant for others. */
/** By part of the title, of the forms in the list of the person: all for owners, and otherwise those that are open and ask them. */
export async function findFormsByTitle(read: Reader, actor: Actor, text: string, limit: number) {
  const { projectRole, uid, now } = actor;
  const forms = await listTitles(read, projectRole.scope, uid, seesAllForms(projectRole) ? undefined : timestamp(now));
  return forms.filter(({ title }) => contains(title, text)).slice(0, limit);
}

export async function getForm(read: Reader, { projectRole, uid }: Actor, form: string): Promise<Known> {
  const row = (await findForm(read, projectRole.scope, form, uid, seesAllForms(projectRole))) ?? noSuchForm();
  const answered = row.answered_by !== null;
  if (!mayKnowOf(projectRole, row, answered)) noSuchForm();
  if (!seesAllForms(projectRole) && !answered && !isInAudience(projectRole, audienceOf(row))) refuseOthers();
  return row;
}

/** For its totals: also chiefs whose team it asks, whether they answer it themselves or not. */
export async function getCountedForm(read: Reader, { projectRole, uid }: Actor, form: string): Promise<Known> {
  const row = (await findForm(read, projectRole.scope, form, uid, seesAllForms(projectRole))) ?? noSuchForm();
  if (!mayKnowOf(projectRole, row, row.answered_by !== null)) noSuchForm();
  return seesTotals(projectRole, row, audienceOf(row)) ? row : refuseOthers();
}

export const refuseOthers = (): never => fail('forbidden', { detail: 'The form is for other people of the project' });

export async function createForm(trx: Trx, actor: Actor, input: NewForm): Promise<Form> {
  const { projectRole, uid, now } = actor;
  if ((await countFormsLocked(trx, projectRole.scope)) >= maxForms)
    fail('not_allowed', { detail: `A project has at most ${maxForms} forms` });
  requireFitsKind(input.kind, input);
  const fields = await fieldsFor(trx, actor, input.kind, input, []);
  const usual = input.kind === 'application' ? 'applicants' : 'people';
  const asked = await audienceFor(trx, projectRole.scope, input, { audience: usual, tids: [] });
  const disclosure = await disclosureFor(trx, actor, input, { kinds: [], until: null });
  requireUnconditional(input.kind, fields, disclosure);
  if (input.enabled === true) await requireSubsidies(trx, projectRole, input.kind);
  const closings = await closingsFor(trx, actor, input.kind, [], fields);
  const row = {
    pid: projectRole.scope.pid,
    form: input.form,
    kind: input.kind,
    title: input.title,
    description: input.description ?? '',
    ...audienceColumns(asked),
    fields: JSON.stringify(fields),
    ...disclosureColumns(disclosure),
    ...windowOf(input, { opens_at: null, closes_at: null }, closings, now),
    remind_days: input.remind_days === undefined ? usualRemindDays : input.remind_days,
    enabled_at: input.enabled === true ? timestamp(now) : null,
    created_at: timestamp(now),
  };
  if (!(await insertForm(trx, row))) fail('already_exists', { detail: 'There is already a form with this name' });
  const detail = { kind: input.kind, ...audienceDetail(asked), ...disclosureDetail(disclosure) };
  const { form, pid } = row;
  await record(trx, now, { actor: uid, kind: 'form.created', subject: form, pid, revision: 1, detail });
  if (isOpen(row, timestamp(now))) await notifyForm(trx, { actor: uid, now }, 'form.opened', row);
  return presentForm(trx, actor, { ...row, revision: 1, response_count: 0, expired_through: null, answered_by: null });
}

/** In built-in forms, the conditions say who declines what is offered. Questions of owners say nothing of the sort. */
function requireUnconditional(kind: string, fields: readonly Field[], { kinds }: Disclosure): void {
  const index = fields.findIndex(({ only_when }) => only_when !== null);
  if (definesFields(kind) && kinds.length > 0 && index !== -1)
    failField(`/fields/${index}/only_when`, 'is not for forms that pass something on');
}

/** What a new or changed form passes on. What the input leaves out stays as in `before`. */
async function disclosureFor(
  trx: Trx,
  { projectRole, now }: Actor,
  input: FormChanges,
  before: Disclosure,
): Promise<Disclosure> {
  const kinds = input.passes_on === undefined ? before.kinds : inOrder(input.passes_on);
  if (kinds.length === 0) {
    if (input.passes_until !== undefined) failField('/passes_until', 'is only for forms that pass something on');
    return { kinds, until: null };
  }
  const said = input.passes_until ?? before.until;
  const until = said ?? defaultErasure((await findDates(trx, projectRole.scope)).ends_on, now);
  const isKept = until === before.until && kinds.every((kind) => before.kinds.includes(kind));
  if (!isKept && until <= timestamp(now).slice(0, 10)) failField('/passes_until', 'must be in the future');
  return { kinds, until };
}

const disclosureColumns = ({ kinds, until }: Disclosure) => ({ passes_on: JSON.stringify(kinds), passes_until: until });
const disclosureDetail = ({ kinds, until }: Disclosure) =>
  kinds.length === 0 ? {} : { passes_on: kinds.join(' '), passes_until: until };

/** Only asks for the time zone if the last day changes. */
async function closingsFor(trx: Trx, { projectRole }: Actor, kind: string, before: Field[], after: Field[]) {
  const [old, last] = [lastDayIn(kind, before), lastDayIn(kind, after)];
  if (old === last) return { before: null, after: null };
  const { timezone } = await findDates(trx, projectRole.scope);
  return { before: usualClosing(old, timezone), after: usualClosing(last, timezone) };
}

type Change = Actor & { form: string; expected: number | undefined };

async function lockExpected(trx: Trx, { projectRole, form, expected }: Change): Promise<FormRow> {
  const row = (await lockForm(trx, projectRole.scope, form)) ?? noSuchForm();
  return expected !== undefined && row.revision !== expected ? fail('stale') : row;
}

/** The form is locked, so nobody answers the old questions while they change. */
export async function changeForm(db: Db, change: Change, input: FormChanges): Promise<void> {
  const { projectRole, form, caller, uid, now } = change;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const before = await lockExpected(trx, change);
    requireFitsKind(before.kind, input);
    const kept = storedFields(before);
    const lacking = input.enabled === true && before.response_count === 0 && lacksDays(kindOf(before), kept);
    const defined = redefines(input) || lacking ? await fieldsFor(trx, change, kindOf(before), input, kept) : kept;
    const fields = withTimes(defined, kept, before.response_count > 0 ? timestamp(now) : null);
    const reason = before.response_count > 0 ? incompatibleChange(kept, fields) : undefined;
    if (reason !== undefined) fail('form_has_responses', { detail: reason });
    const askedBefore = audienceOf(before);
    const asked = await audienceFor(trx, projectRole.scope, input, askedBefore);
    const passedBefore = disclosureOf(before);
    const disclosure = await disclosureFor(trx, change, input, passedBefore);
    requireUnconditional(before.kind, fields, disclosure);
    if (input.enabled === true) {
      requireDaysAhead(fields, disclosure, now);
      await requireSubsidies(trx, projectRole, before.kind);
    }
    const values: FormValues = {
      title: input.title ?? before.title,
      description: input.description ?? before.description,
      ...audienceColumns(asked),
      fields: JSON.stringify(fields),
      ...disclosureColumns(disclosure),
      ...windowOf(input, before, await closingsFor(trx, change, before.kind, kept, fields), now),
      remind_days: input.remind_days === undefined ? before.remind_days : input.remind_days,
      enabled_at: enabledAt(before.enabled_at, input.enabled, now),
      revision: before.revision + 1,
    };
    await updateForm(trx, projectRole.scope, form, values);
    const agreesAgain = changesTerms({ ...before, kinds: passedBefore.kinds }, { ...values, kinds: disclosure.kinds });
    if (agreesAgain) await endConsentsToForm(trx, { actor: uid, now }, projectRole.scope, form);
    else if (disclosure.until !== null) await shortenConsents(trx, projectRole.scope, form, disclosure.until);
    const changed = changedFields(
      [...new Set([...Object.keys(input), 'closes_at'])],
      comparable(before, kept, passedBefore),
      comparable(values, fields, disclosure),
    );
    if (changed === '') return;
    const detail = {
      fields: changed,
      ...(/audience|tids/.test(changed) ? audienceDetail(asked) : {}),
      ...(/passes_/.test(changed) ? disclosureDetail(disclosure) : {}),
    };
    const { revision } = values;
    await record(trx, now, { actor: uid, kind: 'form.changed', subject: form, pid: before.pid, revision, detail });
    const added = fields.some(({ added_at }) => added_at === timestamp(now));
    const asksMore = added || (agreesAgain && disclosure.kinds.length > 0);
    await notifyOfChange(trx, change, before, { ...before, ...values }, asksMore);
  });
}

async function notifyOfChange(trx: Trx, { uid, now }: Change, before: FormRow, after: FormRow, asksMore: boolean) {
  if (!isOpen(after, timestamp(now))) return;
  if (!isOpen(before, timestamp(now))) await notifyForm(trx, { actor: uid, now }, 'form.opened', after);
  if (asksMore) await notifyForm(trx, { actor: uid, now }, 'form.asks_more', after);
}

type Comparable = Pick<
  FormValues,
  'title' | 'description' | 'audience' | 'audience_tids' | 'opens_at' | 'closes_at' | 'remind_days' | 'enabled_at'
>;

/** A form by the names that a change uses. */
const comparable = (row: Comparable, fields: readonly Field[], disclosure: Disclosure) => ({
  ...row,
  tids: row.audience_tids,
  fields,
  days: daysIn(fields),
  meals: mealsIn(fields),
  choices: choicesIn(fields, 'size') ?? choicesIn(fields, 'dietary'),
  cuts: choicesIn(fields, 'cut'),
  erase_after: eraseAfterIn(fields),
  passes_on: disclosure.kinds,
  passes_until: disclosure.until,
  enabled: row.enabled_at !== null,
});

function enabledAt(before: string | null, enabled: boolean | undefined, now: Date): string | null {
  if (enabled === undefined) return before;
  return enabled ? (before ?? timestamp(now)) : null;
}

/** Without a table nobody could choose where they come from. */
async function requireSubsidies(trx: Trx, projectRole: ProjectRole, kind: string): Promise<void> {
  const table = await subsidiesFor(trx, projectRole, kind);
  if (table?.amounts.size === 0) fail('no_subsidies', { errors: [{ pointer: '/enabled', detail: 'needs a table' }] });
}

export async function removeForm(db: Db, change: Change, force: boolean): Promise<void> {
  const { projectRole, form, caller, uid, now } = change;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const { pid, response_count: responses, kind } = await lockExpected(trx, change);
    if (responses > 0 && !force) fail('form_has_responses', { detail: `${responses} people have answered it` });
    await deleteForm(trx, projectRole.scope, form);
    await deleteTranslations(trx, pid, 'form', form);
    await record(trx, now, { actor: uid, kind: 'form.removed', subject: form, pid, detail: { kind, responses } });
  });
}

/**
 * `missing`: open forms of the person's projects that they have not answered, or that ask for more since their answer.
 * `disclosing`: forms in which they agreed to pass on private data.
 */
export function openFormsFor(db: Db) {
  const read = waitingForms(db);
  return async (uid: string, now: Date) => {
    const rows = await read({ uid, now: timestamp(now), today: timestamp(now).slice(0, 10) });
    const missing = rows.flatMap(({ pid, form, title, closes_at, answered_by, waits }) =>
      waits === 1 ? [{ pid, form, title, closes_at, asks_more: answered_by !== null }] : [],
    );
    const disclosing = rows.flatMap(({ pid, form, title, passes_on, agreed }) =>
      agreed === 1 ? [{ pid, form, title, kinds: disclosureOf({ passes_on, passes_until: null }).kinds }] : [],
    );
    return { missing, disclosing };
  };
}

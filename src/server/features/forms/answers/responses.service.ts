import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../auth/project-role.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import { requireFreshProof } from '../../../auth/gate.ts';
import { readableSince } from '../../../db/applications.ts';
import { agreeToThanks, withdrawFromThanks } from '../../../db/thanks.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail, requireNone } from '../../../errors.ts';
import type { FieldError } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { batchesOf } from '../../../http/paging.ts';
import { seal, unseal } from '../../../lib/seal.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { record, recordPrivateReads } from '../../audit/audit.service.ts';
import type { Answers, AnswerValue, Field } from '../fields.schema.ts';
import { stillAsked } from '../fields.policy.ts';
import { answerErrors, answerSchema } from '../fields.service.ts';
import { audienceOf, isInAudience } from '../audience/audience.policy.ts';
import { askedAmong } from '../audience/audience.queries.ts';
import { acceptsAnswers, isOpen, mayKnowOf, seesPrivate } from '../forms.policy.ts';
import { lockForm } from '../forms.queries.ts';
import type { FormRow } from '../forms.queries.ts';
import { noSuchForm, refuseOthers, storedFields, subsidiesFor } from '../forms.service.ts';
import { computedAnswers, needsSubsidies, resolveFields } from '../kinds.service.ts';
import { findClaim, findPayment } from '../payments/payments.queries.ts';
import { notifyConsent } from '../disclosure/consents.service.ts';
import type { ConsentServices } from '../disclosure/consents.service.ts';
import { askedOf, inOrder, disclosureOf, opensMore, requireConsent } from '../disclosure/disclosure.policy.ts';
import type { Disclosure } from '../disclosure/disclosure.policy.ts';
import { deleteConsentsOf, insertConsents, listConsents } from '../disclosure/disclosure.queries.ts';
import {
  countDown,
  countResponses,
  countUp,
  deleteResponse,
  deleteResponsesOf,
  findResponse,
  lockAnsweredForms,
  insertResponse,
  listResponses,
  updateResponse,
} from './responses.queries.ts';
import type { ResponseRow } from './responses.queries.ts';
import type { NewResponse, OwnResponse, Response } from './responses.schema.ts';
import { nightErrors, stayErrors } from './stay.policy.ts';
import { stayAnsweredBy } from './stay.service.ts';
import { suggestedAnswers } from './suggestions.service.ts';

/** `answers` are empty if the person has taken them back. */
export type AnswerStep = (
  trx: Trx,
  answering: Pick<Actor, 'projectRole' | 'uid' | 'now'>,
  form: Pick<FormRow, 'form' | 'kind'>,
  answers: Answers,
) => Promise<void>;

type Services = { db: Db; keys: Keyring };
type Steps = { answerSteps: readonly AnswerStep[] };
type Sealed = { sealed: string };
type Stored = Record<string, AnswerValue | Sealed>;
type Answerer = { pid: string; form: string; uid: string };

const contextOf = ({ pid, form, uid }: Answerer, field: string): string => `form:${pid}:${form}:${uid}:${field}`;
const isSealed = (value: AnswerValue | Sealed): value is Sealed => typeof value === 'object' && 'sealed' in value;
/** Only this file writes the column. */
const storedAnswers = (text: string): Stored => JSON.parse(text) as Stored;

export function sealAnswers(keys: Keyring, answerer: Answerer, fields: readonly Field[], answers: Answers): string {
  const secret = new Set(fields.filter((field) => field.private).map(({ key }) => key));
  const entries = Object.entries(answers).map(([key, value]) => [
    key,
    secret.has(key) ? { sealed: seal(keys, contextOf(answerer, key), JSON.stringify(value)) } : value,
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}

export function openAnswers(keys: Keyring, answerer: Answerer, text: string): Answers {
  const entries = Object.entries(storedAnswers(text)).map(([key, value]): [string, AnswerValue] => [
    key,
    isSealed(value) ? (JSON.parse(unseal(keys, contextOf(answerer, key), value.sealed)) as AnswerValue) : value,
  ]);
  return Object.fromEntries(entries);
}

type Own = { revision: number; response: OwnResponse };

export async function ownResponse(read: Reader, keys: Keyring, actor: Actor, form: FormRow): Promise<Own> {
  const { projectRole, uid, now } = actor;
  const row = await findResponse(read, projectRole.scope, form.form, uid);
  const consents = row === undefined ? [] : await listConsents(read, projectRole.scope, form.form, uid);
  const asked = isInAudience(projectRole, audienceOf(form));
  const edit = asked && acceptsAnswers(projectRole, form, timestamp(now));
  const answerer = { pid: form.pid, form: form.form, uid };
  const given = row && { answers: openAnswers(keys, answerer, row.answers), at: row.updated_at };
  return {
    // Revision 0 means not answered yet, so that If-Match can ask for it.
    revision: row?.revision ?? 0,
    response: {
      pid: form.pid,
      form: form.form,
      asked,
      answers: given?.answers ?? null,
      suggested: edit ? await suggestedAnswers(read, keys, form, uid, given) : null,
      passes_on: inOrder(consents.map(({ kind }) => kind)),
      passes_until: consents[0]?.until ?? null,
      paid: needsSubsidies(form.kind) ? ((await findPayment(read, projectRole.scope, form.form, uid)) ?? null) : null,
      claim: needsSubsidies(form.kind) ? ((await findClaim(read, projectRole.scope, form.form, uid)) ?? null) : null,
      created_at: row?.created_at ?? null,
      updated_at: row?.updated_at ?? null,
      rights: {
        edit,
        // Archived projects allow it, too.
        remove: form.audience !== 'applicants' && isOpen(form, timestamp(now)) && row !== undefined,
        withdraw: consents.length > 0,
      },
    },
  };
}

type Answering = Actor & { form: string; expected: number | undefined };

/** Locks the form, so that neither the questions nor the own answer change before the commit. */
async function lockOwnResponse(trx: Trx, { projectRole, uid, form, expected }: Answering) {
  const held = (await lockForm(trx, projectRole.scope, form)) ?? noSuchForm();
  const before = await findResponse(trx, projectRole.scope, form, uid);
  if (!mayKnowOf(projectRole, held, before !== undefined)) noSuchForm();
  if (expected !== undefined && expected !== (before?.revision ?? 0)) fail('stale');
  return { held, before };
}

export async function saveResponse(
  services: Services & Steps & ConsentServices,
  answering: Answering,
  input: NewResponse,
): Promise<Own> {
  const { db, keys, answerSteps } = services;
  const { projectRole, caller, uid, now, form } = answering;
  const { answers: given, passes_on = [], passes_until = null } = input;
  return db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const { held, before } = await lockOwnResponse(trx, answering);
    await requireAudience(trx, answering, held);
    if (!isOpen(held, timestamp(now))) fail('form_closed');
    const table = await subsidiesFor(trx, projectRole, held.kind);
    const fields = stillAsked(held, resolveFields(held.kind, storedFields(held), table));
    requireNone(answerErrors(answerSchema(held.title, fields), given));
    requireNone(await errorsOfStay(trx, held, uid, given));
    const disclosure: Disclosure = { kinds: inOrder(passes_on), until: passes_until };
    requireConsent(askedOf(disclosureOf(held), storedFields(held), given), disclosure);
    const agreed = await agreedIn(trx, answering);
    // Otherwise a leaked token or an unattended browser could share the person's data with others.
    if (opensMore(agreed, disclosure)) requireFreshProof(caller, now);
    const isAgreed = isDeepStrictEqual(agreed, disclosure);
    const answers = { ...given, ...computedAnswers(held.kind, given, table) };
    const revision = (before?.revision ?? 0) + 1;
    const unchanged =
      before !== undefined && isAgreed && isUnchanged(keys, { pid: held.pid, form, uid }, before.answers, answers);
    const row = {
      answers: sealAnswers(keys, { pid: held.pid, form, uid }, fields, answers),
      key_id: keys.current.id,
      revision,
      updated_at: timestamp(now),
    };
    if (before === undefined) {
      await insertResponse(trx, projectRole.scope, { ...row, form, uid, created_at: row.updated_at });
      await countUp(trx, projectRole.scope, form);
    } else {
      await updateResponse(trx, projectRole.scope, form, uid, row);
    }
    if (!isAgreed) await replaceConsent(trx, answering, disclosure);
    for (const step of answerSteps) await step(trx, answering, held, answers);
    if (opensMore(agreed, disclosure)) await notifyConsent(trx, services, answering, held, disclosure);
    if (held.kind === 'appreciation') await choosePublicThanks(trx, answering, answers);
    // Saved all the same: it answers questions that were added since.
    if (unchanged) return ownResponse(trx, keys, answering, held);
    const logged = loggable(fields, answers);
    const detail = {
      form,
      revision,
      ...(Object.keys(logged).length === 0 ? {} : { answers: JSON.stringify(logged) }),
      ...(passes_until === null ? {} : { passes_on: disclosure.kinds.join(' '), passes_until }),
    };
    await record(trx, now, { actor: uid, kind: 'response.saved', subject: uid, pid: held.pid, revision, detail });
    return ownResponse(trx, keys, answering, held);
  });
}

/** What the schema of the form cannot express about days. */
async function errorsOfStay(trx: Trx, held: FormRow, uid: string, given: Answers): Promise<FieldError[]> {
  if (held.kind === 'stay') return stayErrors(given);
  if (held.kind !== 'accommodation' || given['nights'] === undefined) return [];
  return nightErrors(given, (await stayAnsweredBy(trx, held, uid))?.stay);
}

/** What the person has agreed to share by this form so far. */
async function agreedIn(trx: Trx, { projectRole, form, uid }: Answering): Promise<Disclosure> {
  const consents = await listConsents(trx, projectRole.scope, form, uid);
  return { kinds: inOrder(consents.map(({ kind }) => kind)), until: consents[0]?.until ?? null };
}

/** False if the old answers cannot be decrypted, because their key was lost. */
function isUnchanged(keys: Keyring, answerer: Answerer, stored: string, answers: Answers): boolean {
  try {
    return isDeepStrictEqual(openAnswers(keys, answerer, stored), answers);
  } catch {
    return false;
  }
}

/** Asks the database again: the caller may have been removed since the request began, which ended their consent. */
async function requireAudience(trx: Trx, { projectRole, uid }: Answering, held: FormRow): Promise<void> {
  const left = await leftAmong(trx, projectRole, held, [{ uid }]);
  if (!isInAudience(projectRole, audienceOf(held)) || left.has(uid)) refuseOthers();
}

async function replaceConsent(
  trx: Trx,
  { projectRole, uid, now, form }: Answering,
  { kinds, until }: Disclosure,
): Promise<void> {
  await deleteConsentsOf(trx, projectRole.scope, form, uid);
  if (until === null) return;
  await insertConsents(trx, projectRole.scope, kinds, { form, uid, until, agreed_at: timestamp(now) });
}

/** Whoever says yes is named on the page that thanks people in public, until they say no there or here. */
async function choosePublicThanks(trx: Trx, { projectRole, uid, now }: Answering, answers: Answers): Promise<void> {
  const { pid } = projectRole.scope;
  const name = typeof answers['name'] === 'string' ? answers['name'].trim() : '';
  const isYes = answers['wanted'] === true && name !== '';
  const isChanged = isYes
    ? await agreeToThanks(trx, { pid, uid, name, agreed_at: timestamp(now) })
    : await withdrawFromThanks(trx, pid, uid);
  if (!isChanged) return;
  const detail = { named: isYes ? 'yes' : 'no' };
  await record(trx, now, { actor: uid, kind: 'thanks.chosen', subject: uid, pid, detail });
}

/** Audit entries outlive the answer, so they hold only the computed amounts, and nothing that people entered. */
function loggable(fields: readonly Field[], answers: Answers): Answers {
  const keys = new Set(fields.filter(({ computed }) => computed).map(({ key }) => key));
  return Object.fromEntries(Object.entries(answers).filter(([key]) => keys.has(key)));
}

export async function removeResponse({ db, answerSteps }: Services & Steps, answering: Answering): Promise<void> {
  const { projectRole, caller, uid, now, form } = answering;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const { held, before } = await lockOwnResponse(trx, answering);
    if (before === undefined) return;
    if (held.audience === 'applicants') refuseOthers();
    if (!isOpen(held, timestamp(now))) fail('form_closed');
    await deleteResponse(trx, projectRole.scope, form, uid);
    await countDown(trx, [held]);
    if (held.kind === 'appreciation') await choosePublicThanks(trx, answering, {});
    for (const step of answerSteps) await step(trx, answering, held, {});
    await record(trx, now, { actor: uid, kind: 'response.removed', subject: uid, pid: held.pid, detail: { form } });
  });
}

/** Leaves out questions that are private. */
export const publicAnswers = (text: string): Answers =>
  Object.fromEntries(
    Object.entries(storedAnswers(text)).flatMap(([key, value]) => (isSealed(value) ? [] : [[key, value]])),
  );

/**
 * Decrypts answers for an owner. Each person with private answers gets an audit entry before they are returned. Limited
 * credentials and deputies get the others only.
 */
export async function discloseResponses(
  { db, keys }: Services,
  { projectRole, uid: actor, now }: Actor,
  form: FormRow,
  rows: readonly ResponseRow[],
): Promise<Response[]> {
  if (rows.length === 0) return [];
  const isPrivateShown = seesPrivate(projectRole);
  const subjects = rows.filter(({ answers }) => Object.values(storedAnswers(answers)).some(isSealed));
  const what = `form ${form.form}`;
  if (subjects.length > 0 && isPrivateShown) {
    const uids = subjects.map(({ uid }) => uid);
    await db.transaction((trx) => recordPrivateReads(trx, now, { actor, subjects: uids, pid: form.pid, what }));
  }
  const left = await leftAmong(db.read, projectRole, form, rows);
  return rows.map(({ uid, name, answers, created_at, updated_at }) => ({
    uid,
    name,
    left: left.has(uid),
    answers: isPrivateShown
      ? openAnswers(keys, { pid: form.pid, form: form.form, uid }, answers)
      : publicAnswers(answers),
    created_at,
    updated_at,
  }));
}

/** Which of these people the form no longer asks. Forms for everybody signed in ask all but suspended people. */
export async function leftAmong(
  read: Reader,
  { scope }: Pick<Actor['projectRole'], 'scope'>,
  form: Pick<FormRow, 'audience' | 'audience_tids'>,
  rows: readonly { uid: string }[],
): Promise<Set<string>> {
  const uids = rows.map(({ uid }) => uid);
  const expected = new Set((await askedAmong(read, scope, audienceOf(form), uids)).map(({ uid }) => uid));
  return new Set(uids.filter((uid) => !expected.has(uid)));
}

export const walkResponses = (read: Reader, actor: Actor, form: FormRow) =>
  batchesOf<ResponseRow>((last, limit) =>
    listResponses(read, actor.projectRole.scope, {
      form: form.form,
      after: last?.uid,
      limit,
      applied: readableSince(actor.now),
    }),
  );

export async function recordExport(db: Db, { uid, now, projectRole }: Actor, { pid, form }: FormRow): Promise<void> {
  await db.transaction(async (trx) => {
    const detail = { responses: await countResponses(trx, projectRole.scope, form, readableSince(now)) };
    await record(trx, now, { actor: uid, kind: 'responses.exported', subject: form, pid, detail });
  });
}

/** Deletes all answers of a person in all projects. Returns how many there were. */
export async function eraseAnswers(trx: Trx, uid: string): Promise<number> {
  await lockAnsweredForms(trx, uid);
  const removed = await deleteResponsesOf(trx, uid);
  if (removed.length > 0) await countDown(trx, removed);
  return removed.length;
}

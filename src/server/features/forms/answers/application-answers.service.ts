import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { requireNone } from '../../../errors.ts';
import type { FieldError } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { audienceOf } from '../audience/audience.policy.ts';
import type { Answers, Field } from '../fields.schema.ts';
import { answerErrors, answerSchema } from '../fields.service.ts';
import { storedFields } from '../forms.service.ts';
import { lockForm } from '../forms.queries.ts';
import { deleteAnswersTo, listApplicationAnswers, listApplicationForms } from './application-answers.queries.ts';
import { countUp, insertResponse, updateResponse } from './responses.queries.ts';

/** Answers to the questions of an application, by form and field. */
export type ApplicationAnswers = Readonly<Record<string, Answers>>;

export type ApplicationForm = {
  form: string;
  title: string;
  description: string;
  /** The teams for which it asks; empty: all. */
  tids: string[];
  fields: Field[];
};

/** A form can be called `constructor`, which every object has. */
export const answersTo = (all: ApplicationAnswers, form: string): Answers | undefined =>
  Object.hasOwn(all, form) ? all[form] : undefined;

/** The questions that everybody can read before they apply: those for everybody first, then those of teams. */
export async function applicationForms(read: Reader, scope: ProjectScope): Promise<ApplicationForm[]> {
  const rows = await listApplicationForms(read, scope);
  const forms = rows.map((row) => ({
    form: row.form,
    title: row.title,
    description: row.description,
    tids: [...audienceOf(row).tids],
    fields: storedFields(row),
  }));
  return [...forms.filter(({ tids }) => tids.length === 0), ...forms.filter(({ tids }) => tids.length > 0)];
}

const asksFor = ({ tids }: Pick<ApplicationForm, 'tids'>, wishes: readonly string[]): boolean =>
  tids.length === 0 || tids.some((tid) => wishes.includes(tid));

/** No field of these forms is private, so nothing has to be decrypted. Only the forms feature writes the column. */
const readAnswers = (text: string): Answers => JSON.parse(text) as Answers;

/** The answers of these people to the questions of applications. */
export async function applicationAnswers(
  read: Reader,
  scope: ProjectScope,
  uids: readonly string[],
): Promise<Map<string, ApplicationAnswers>> {
  const rows = uids.length === 0 ? [] : await listApplicationAnswers(read, scope, uids);
  return new Map(
    [...Map.groupBy(rows, ({ uid }) => uid)].map(([uid, own]) => [
      uid,
      Object.fromEntries(own.map(({ form, answers }) => [form, readAnswers(answers)])),
    ]),
  );
}

/** What people who apply to these teams are asked. */
export const askedForms = async (read: Reader, scope: ProjectScope, wishes: readonly string[]) =>
  (await applicationForms(read, scope)).filter((form) => asksFor(form, wishes));

type Applying = { uid: string; now: Date; keys: Keyring; forms: readonly ApplicationForm[] };

/**
 * Requires a locked person and project. Refuses answers that the forms for these teams do not allow, and answers to
 * questions that are not asked.
 */
export async function saveApplicationAnswers(
  trx: Trx,
  scope: ProjectScope,
  { uid, now, keys, forms }: Applying,
  given: ApplicationAnswers,
): Promise<boolean> {
  const asked = new Set(forms.map(({ form }) => form));
  requireNone([
    ...Object.keys(given)
      .filter((form) => !asked.has(form))
      .map((form) => ({ pointer: `/answers/${form}`, detail: 'is not asked of people who apply to these teams' })),
    ...forms.flatMap((form) => errorsIn(form, answersTo(given, form.form) ?? {})),
  ]);
  if (forms.length === 0) return false;
  const before = (await applicationAnswers(trx, scope, [uid])).get(uid) ?? {};
  let isChanged = false;
  for (const { form } of forms.toSorted((one, other) => (one.form < other.form ? -1 : 1))) {
    const answers = answersTo(given, form) ?? {};
    const old = answersTo(before, form);
    if (JSON.stringify(old ?? {}) === JSON.stringify(answers)) continue;
    isChanged = true;
    await lockForm(trx, scope, form);
    const at = timestamp(now);
    const row = { answers: JSON.stringify(answers), key_id: keys.current.id, updated_at: at };
    if (old === undefined) {
      await insertResponse(trx, scope, { ...row, revision: 1, form, uid, created_at: at });
      await countUp(trx, scope, form);
    } else await updateResponse(trx, scope, form, uid, row);
  }
  return isChanged;
}

/** Deletes the answers of these people to the questions of applications. */
export async function eraseApplicationAnswers(trx: Trx, scope: ProjectScope, uids: readonly string[]): Promise<void> {
  const forms = [...new Set((await listApplicationAnswers(trx, scope, uids)).map(({ form }) => form))];
  for (const form of forms) {
    await lockForm(trx, scope, form);
    await deleteAnswersTo(trx, scope, form, uids);
  }
}

const errorsIn = ({ form, title, fields }: ApplicationForm, answers: Answers): FieldError[] =>
  answerErrors(answerSchema(title, fields), answers).map(({ pointer, detail }) => ({
    pointer: pointer.replace('/answers', `/answers/${form}`),
    detail,
  }));

import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { chunksOf } from '../../../lib/chunks.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { recordAll } from '../../audit/audit.service.ts';
import { notify, withdrawNotices } from '../../notices/notify.service.ts';
import { audienceOf } from '../audience/audience.policy.ts';
import { disclosureOf } from '../disclosure/disclosure.policy.ts';
import { stillAsked } from '../fields.policy.ts';
import type { Answers, Field } from '../fields.schema.ts';
import { answerErrors, answerSchema } from '../fields.service.ts';
import { findStoredForm, lockForm } from '../forms.queries.ts';
import type { FormRow } from '../forms.queries.ts';
import { noSuchForm, storedFields } from '../forms.service.ts';
import { needsSubsidies, resolveFields } from '../kinds.service.ts';
import { countUpBy, deleteImported, insertResponses, listAnsweredOf, listPeopleAsked } from './imported.queries.ts';

/** One person's answer, and when they gave it. */
export type ToSave = { uid: string; answers: Answers; at: string };

const refuse = (detail: string): never => fail('not_allowed', { detail });

/** The questions that can be answered by a table; what people have to agree to themselves cannot. */
function importable(
  form: Pick<FormRow, 'kind' | 'fields' | 'passes_on' | 'passes_until' | 'expired_through'>,
): Field[] {
  if (form.kind === 'application') refuse('The questions of applications are answered in applications');
  if (needsSubsidies(form.kind)) refuse('People apply for travel money themselves');
  if (disclosureOf(form).kinds.length > 0) refuse('The form shares private data, to which people agree themselves');
  const fields = stillAsked(form, resolveFields(form.kind, storedFields(form), undefined));
  if (fields.some((field) => field.private && field.required && field.only_when === null))
    refuse('The form asks for private data, which people enter themselves');
  return fields.filter((field) => !field.private && !field.computed);
}

export async function loadImportable(read: Reader, scope: ProjectScope, form: string) {
  const row = (await findStoredForm(read, scope, form)) ?? noSuchForm();
  return { row, title: row.title, fields: importable(row) };
}

type Importable = Awaited<ReturnType<typeof loadImportable>>;

/** The same rules as for an answer that somebody enters. */
export const errorsIn = ({ title, fields }: Pick<Importable, 'title' | 'fields'>, answers: Answers) =>
  answerErrors(answerSchema(title, fields), answers);

/** Whom the form asks, by address, and whether they have answered. */
export async function peopleAsked(
  read: Reader,
  scope: ProjectScope,
  row: FormRow,
  emails: readonly string[],
): Promise<Map<string, { uid: string; answered: boolean }>> {
  const found = new Map<string, { uid: string; answered: boolean }>();
  for (const some of chunksOf([...new Set(emails)])) {
    const people = await listPeopleAsked(read, scope, audienceOf(row), some);
    const answered = await listAnsweredOf(
      read,
      scope,
      row.form,
      people.map(({ uid }) => uid),
    );
    for (const { uid, email } of people) found.set(email, { uid, answered: answered.has(uid) });
  }
  return found;
}

type Saving = { actor: string; now: Date; scope: ProjectScope; form: string; import_id: string };

/** Saves the answers of one batch, and returns how many. Nobody's own answer is replaced. */
export async function saveImported(trx: Trx, keys: Keyring, saving: Saving, lines: readonly ToSave[]): Promise<number> {
  const { actor, now, scope, form, import_id } = saving;
  const held = await lockForm(trx, scope, form);
  if (held === undefined) return 0;
  const fields = importable(held);
  const uids = lines.map(({ uid }) => uid);
  const asked = new Set((await listPeopleAsked(trx, scope, audienceOf(held), { uids })).map(({ uid }) => uid));
  const answered = await listAnsweredOf(trx, scope, form, uids);
  const fitting = lines.filter(
    ({ uid, answers }) =>
      asked.has(uid) && !answered.has(uid) && errorsIn({ title: held.title, fields }, answers).length === 0,
  );
  if (fitting.length === 0) return 0;
  const at = timestamp(now);
  await insertResponses(
    trx,
    scope,
    fitting.map((one) => ({
      form,
      uid: one.uid,
      answers: JSON.stringify(one.answers),
      key_id: keys.current.id,
      revision: 1,
      created_at: one.at > at ? at : one.at,
      updated_at: one.at > at ? at : one.at,
      import_id,
    })),
  );
  await countUpBy(trx, scope, form, fitting.length);
  await recordAll(
    trx,
    now,
    fitting.map(({ uid }) => ({
      actor,
      kind: 'response.saved',
      subject: uid,
      pid: scope.pid,
      revision: 1,
      detail: { form, revision: 1 },
    })),
  );
  const notice = { kind: 'form.filled_in' as const, pid: scope.pid, subject: form, values: { form: held.title } };
  await notify(
    trx,
    { actor, now },
    fitting.map(({ uid }) => ({ ...notice, uid })),
  );
  return fitting.length;
}

type Removing = { form: string; import_id: string; since: Date };

/** Deletes the answers of an import that nobody has changed since, and returns how many. */
export async function removeImported(
  trx: Trx,
  { actor, now }: { actor: string; now: Date },
  scope: ProjectScope,
  { form, import_id, since }: Removing,
): Promise<number> {
  if ((await lockForm(trx, scope, form)) === undefined) return 0;
  const removed = await deleteImported(trx, scope, { form, import_id });
  const about = { kind: 'form.filled_in' as const, pid: scope.pid, subject: form, since };
  await withdrawNotices(trx, { ...about, unread: true });
  if (removed.length > 0) await countUpBy(trx, scope, form, -removed.length);
  for (const some of chunksOf(removed))
    await recordAll(
      trx,
      now,
      some.map(({ uid }) => ({ actor, kind: 'response.removed', subject: uid, pid: scope.pid, detail: { form } })),
    );
  return removed.length;
}

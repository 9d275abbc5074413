import type { Reader } from '../../../db/db.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { readPrivate } from '../../private-data/private.service.ts';
import { stillAsked } from '../fields.policy.ts';
import type { Answers, AnswerValue } from '../fields.schema.ts';
import type { FormRow } from '../forms.queries.ts';
import { storedFields } from '../forms.service.ts';

type Given = { answers: Answers; at: string };

/**
 * Dietary habits as answers to a meals form; for somebody who eats and has answered, only if they changed them later
 * and they say something else. They are the caller's own, so reading them is not recorded.
 */
export async function suggestedAnswers(
  read: Reader,
  keys: Keyring,
  form: FormRow,
  uid: string,
  given: Given | undefined,
): Promise<Answers | null> {
  if (form.kind !== 'meals' || given?.answers['eats'] === false) return null;
  const { value, updated_at: changedAt } = await readPrivate(read, keys, uid, 'dietary_habits');
  if (changedAt === null || (given !== undefined && changedAt <= given.at)) return null;
  const { selected, note } = value;
  const fields = stillAsked(form, storedFields(form));
  const offered = new Set(fields.find(({ key }) => key === 'dietary')?.options?.map((option) => option.value));
  const dietary = selected.filter((habit) => offered.has(habit));
  const wanted: Answers = {
    ...(offered.size > 0 && { dietary }),
    ...(fields.some(({ key }) => key === 'note') && { note }),
  };
  // Somebody who has answered can take back what no longer holds.
  const suggested = Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => !isEmpty(value) || !isEmpty(given?.answers[key])),
  );
  const isNew = Object.entries(suggested).some(([key, value]) => !isSame(given?.answers[key], value));
  return isNew ? suggested : null;
}

const isEmpty = (value: AnswerValue | undefined): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The order of choices does not matter. */
const isSame = (one: AnswerValue | undefined, other: AnswerValue): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? new Set(one).symmetricDifference(new Set(other)).size === 0
    : one === other;

import type { Reader } from '../../../db/db.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { readPrivate } from '../../private-data/private.service.ts';
import { stillAsked } from '../fields.policy.ts';
import type { Answers, AnswerValue, Field } from '../fields.schema.ts';
import type { FormRow } from '../forms.queries.ts';
import { storedFields } from '../forms.service.ts';
import { isMealIn, isNightIn } from './stay.policy.ts';
import { stayAnsweredBy } from './stay.service.ts';

type Given = { answers: Answers; at: string };
/** Answers that follow from what the person has entered elsewhere, and since when. */
type Source = { wanted: Answers; at: string };

/**
 * Answers that follow from others: dietary habits and meals in a form about meals, nights in one about beds. For somebody
 * who eats or needs a bed and has answered, only what they changed later, if it says something else. They are the caller's
 * own, so reading them is not recorded.
 */
export async function suggestedAnswers(
  read: Reader,
  keys: Keyring,
  form: FormRow,
  uid: string,
  given: Given | undefined,
): Promise<Answers | null> {
  const isMeals = form.kind === 'meals';
  if (!isMeals && form.kind !== 'accommodation') return null;
  if (given?.answers['eats'] === false || given?.answers['stay'] === 'no') return null;
  const fields = stillAsked(form, storedFields(form));
  const sources = [
    ...(isMeals ? await fromHabits(read, keys, fields, uid) : []),
    ...(await fromStay(read, form, fields, uid, given)),
  ];
  const fresh = sources.filter(({ at }) => given === undefined || at > given.at);
  const wanted: Answers = Object.assign({}, ...fresh.map((source) => source.wanted));
  // Somebody who has answered can take back what no longer holds.
  const suggested = Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => !isEmpty(value) || !isEmpty(given?.answers[key])),
  );
  const isNew = Object.entries(suggested).some(([key, value]) => !isSame(given?.answers[key], value));
  return isNew ? suggested : null;
}

const optionsOf = (fields: readonly Field[], name: string): string[] =>
  fields.find(({ key }) => key === name)?.options?.map(({ value }) => value) ?? [];

async function fromHabits(read: Reader, keys: Keyring, fields: readonly Field[], uid: string): Promise<Source[]> {
  const { value, updated_at: at } = await readPrivate(read, keys, uid, 'dietary_habits');
  if (at === null) return [];
  const { selected, note } = value;
  const offered = new Set(optionsOf(fields, 'dietary'));
  const dietary = selected.filter((habit) => offered.has(habit));
  const wanted: Answers = {
    ...(offered.size > 0 && { dietary }),
    ...(fields.some(({ key }) => key === 'note') && { note }),
  };
  return [{ wanted, at }];
}

/** What the person chose stays as it is, as far as they are here then. */
async function fromStay(
  read: Reader,
  form: FormRow,
  fields: readonly Field[],
  uid: string,
  given: Given | undefined,
): Promise<Source[]> {
  const answered = await stayAnsweredBy(read, form, uid);
  if (answered === undefined) return [];
  const { stay, at } = answered;
  const [key, isIn] = form.kind === 'meals' ? (['days', isMealIn] as const) : (['nights', isNightIn] as const);
  const possible = optionsOf(fields, key).filter((choice) => isIn(stay, choice));
  const chosen = given?.answers[key];
  const kept = possible.filter((choice) => Array.isArray(chosen) && chosen.includes(choice));
  const wanted = kept.length > 0 ? kept : possible;
  return wanted.length === 0 ? [] : [{ wanted: { [key]: wanted }, at }];
}

const isEmpty = (value: AnswerValue | undefined): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The order of choices does not matter. */
const isSame = (one: AnswerValue | undefined, other: AnswerValue): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? new Set(one).symmetricDifference(new Set(other)).size === 0
    : one === other;

import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { daysIn } from '../../../lib/time.ts';
import type { Answers } from '../../forms/fields.schema.ts';
import { storedFields } from '../../forms/forms.service.ts';
import { earnedCount, workedOf } from './earned.policy.ts';
import type { Worked } from './earned.policy.ts';
import { audienceOf, isEntitled } from './entitlement.policy.ts';
import type { Audience, Candidate } from './entitlement.policy.ts';
import {
  countByVariant,
  listAnswersTo,
  listApprovedWork,
  listAttended,
  listDefinitions,
  listFormFields,
  listGiven,
  listPeopleOf,
} from './entitlement.queries.ts';
import type { EarnedRule, HandOutKind, VariantField } from './hand-outs.schema.ts';
import { questionsOf, variantKey, variantOf } from './variants.policy.ts';
import type { Question } from './variants.policy.ts';

export type Definition = {
  id: string;
  name: string;
  kind: HandOutKind;
  audience: Audience;
  earned: EarnedRule | null;
  perPerson: number | null;
  /** How many there are of each variant that is counted; null if none is. */
  stock: ReadonlyMap<string, number> | null;
  variantField: VariantField | null;
  /** The form of its variants and their questions. */
  formKind: string | null;
  questions: readonly Question[];
  timezone: string;
};

/** What a person may have of one hand-out, and has had. */
export type Entitlement = {
  isInAudience: boolean;
  /** How many they may have; of a loan, whether they may borrow. */
  entitled: number;
  /** How many they have had, apart from those for a reason. */
  regular: number;
  /** The number of the last of these; after one was taken back, it is higher than how many there are. */
  lastNumber: number;
  /** When they got the last one, for whatever reason. */
  givenAt: string | null;
  /** The variant that follows from their answer. */
  variant: string[] | undefined;
};

export type EntitledPerson = {
  name: string;
  tids: ReadonlySet<string>;
  of: ReadonlyMap<string, Entitlement>;
  /** Their hours, if something is earned by them. */
  worked: readonly Worked[];
};
export type Entitlements = { handOuts: Definition[]; people: Map<string, EntitledPerson> };

export const dueOf = ({ entitled, regular }: Entitlement): number => Math.max(0, entitled - regular);

type Row = Awaited<ReturnType<typeof listDefinitions>>[number];
type FormRow = { form: string; kind: string; fields: string };

/** Only this feature writes the columns. */
const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

export type StoredStock = readonly { variant: string[]; count: number }[];

function definitionOf(row: Row, forms: ReadonlyMap<string, FormRow>): Definition {
  const variantField = parsed(row.variant_field) as VariantField | null;
  const form = forms.get(variantField?.form ?? '');
  const stock = parsed(row.stock) as StoredStock | null;
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    audience: audienceOf(row.audience),
    earned: parsed(row.earned) as EarnedRule | null,
    perPerson: row.per_person,
    stock: stock === null ? null : new Map(stock.map(({ variant, count }) => [variantKey(variant), count])),
    variantField,
    formKind: form?.kind ?? null,
    questions: form === undefined ? [] : questionsOf(storedFields(form), variantField?.field),
    timezone: row.timezone,
  };
}

/** Makes at most two queries. */
export async function definitionsOf(read: Reader, scope: ProjectScope): Promise<Definition[]> {
  const rows = await listDefinitions(read, scope);
  const wanted = rows.flatMap(({ variant_field: field }) => (parsed(field) as VariantField | null)?.form ?? []);
  const forms = wanted.length === 0 ? [] : await listFormFields(read, scope, [...new Set(wanted)]);
  const byForm = new Map(forms.map((form) => [form.form, form]));
  return rows.map((row) => definitionOf(row, byForm));
}

/** Of these people, or of everybody in the project. At most seven queries, none but one if there are no hand-outs. */
export async function entitlementsOf(
  read: Reader,
  scope: ProjectScope,
  uids?: readonly string[],
): Promise<Entitlements> {
  const handOuts = await definitionsOf(read, scope);
  if (handOuts.length === 0 || uids?.length === 0) return { handOuts, people: new Map() };
  const forms = handOuts.flatMap(({ audience, variantField }) => [
    ...('form' in audience ? [audience.form] : []),
    ...(variantField === null ? [] : [variantField.form]),
  ]);
  const rows = await listPeopleOf(read, scope, uids);
  const answers = forms.length === 0 ? [] : await listAnswersTo(read, scope, [...new Set(forms)], uids);
  const given = await listGiven(
    read,
    handOuts.map(({ id }) => id),
    uids,
  );
  const worked = await workedBy(read, scope, handOuts, uids);
  const answersOf = Map.groupBy(answers, ({ uid }) => uid);
  const givenTo = Map.groupBy(given, ({ uid }) => uid);
  const people = [...Map.groupBy(rows, ({ uid }) => uid)].map(([uid, own]): [string, EntitledPerson] => {
    const candidate: Candidate = {
      inProject: true,
      tids: new Set(own.map(({ tid }) => tid).filter((tid) => tid !== '')),
      answers: new Map((answersOf.get(uid) ?? []).map(({ form, answers: text }) => [form, fieldsOf(text)])),
    };
    const had = Map.groupBy(givenTo.get(uid) ?? [], ({ hand_out_id: id }) => id);
    const hours = worked.get(uid) ?? [];
    const of = handOuts.map((handOut): [string, Entitlement] => {
      const ofThis = had.get(handOut.id) ?? [];
      const regular = ofThis.filter(({ reason }) => reason === '');
      const isInAudience = isEntitled(handOut.audience, candidate);
      return [
        handOut.id,
        {
          isInAudience,
          entitled: isInAudience ? earnedCount(handOut.earned, handOut.perPerson, hours) : 0,
          regular: regular.length,
          lastNumber: Math.max(0, ...regular.map(({ number }) => number)),
          givenAt: ofThis.at(-1)?.given_at ?? null,
          variant: variantOf(handOut.questions, candidate.answers.get(handOut.variantField?.form ?? '')),
        },
      ];
    });
    return [uid, { name: own[0]?.name ?? '', tids: candidate.tids, of: new Map(of), worked: hours }];
  });
  return { handOuts, people: new Map(people) };
}

/** Nothing is read if nothing is earned by hours. */
async function workedBy(
  read: Reader,
  scope: ProjectScope,
  handOuts: readonly Definition[],
  uids?: readonly string[],
): Promise<Map<string, Worked[]>> {
  const timezone = handOuts.find(({ earned }) => earned !== null)?.timezone;
  if (timezone === undefined) return new Map();
  const dayOf = daysIn(timezone);
  const attended = Map.groupBy(await listAttended(read, scope, uids), ({ uid }) => uid);
  const work = Map.groupBy(await listApprovedWork(read, scope, uids), ({ uid }) => uid);
  const everyone = new Set([...attended.keys(), ...work.keys()]);
  return new Map(
    [...everyone].map((uid) => [uid, workedOf(attended.get(uid) ?? [], work.get(uid) ?? [], dayOf)] as const),
  );
}

/** What is left of each variant that is counted, by hand-out and variant. Requires the lock of the desk to stay true. */
export async function stockLeft(
  read: Reader,
  handOuts: readonly Pick<Definition, 'id' | 'stock'>[],
): Promise<Map<string, Map<string, number>>> {
  const counted = handOuts.flatMap(({ id, stock }) => (stock === null ? [] : [{ id, stock }]));
  if (counted.length === 0) return new Map();
  const rows = await countByVariant(
    read,
    counted.map(({ id }) => id),
  );
  const given = new Map(rows.map(({ hand_out_id: id, variant, count }) => [`${id} ${variant}`, count]));
  return new Map(
    counted.map(({ id, stock }) => [
      id,
      new Map(
        [...stock].map(([variant, count]) => [variant, Math.max(0, count - (given.get(`${id} ${variant}`) ?? 0))]),
      ),
    ]),
  );
}

/** Sealed answers are objects and never match. */
const fieldsOf = (text: string): Answers => JSON.parse(text) as Answers;

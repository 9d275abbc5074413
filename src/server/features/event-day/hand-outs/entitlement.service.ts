import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { audienceOf, isEntitled } from './entitlement.policy.ts';
import type { Candidate } from './entitlement.policy.ts';
import { listAnswersTo, listGiven, listHandOutAudiences, listPeopleOf } from './entitlement.queries.ts';

export type Entitlements = {
  handOuts: { id: string; name: string }[];
  /** By person: their name, and what they may have or have had. */
  people: Map<string, { name: string; tids: ReadonlySet<string>; entitled: Set<string>; given: Map<string, string> }>;
};

/** Of these people, or of everybody in the project. At most four queries, none but one if there are no hand-outs. */
export async function entitlementsOf(
  read: Reader,
  scope: ProjectScope,
  uids?: readonly string[],
): Promise<Entitlements> {
  const handOuts = (await listHandOutAudiences(read, scope)).map(({ audience, ...row }) => ({
    ...row,
    audience: audienceOf(audience),
  }));
  if (handOuts.length === 0 || uids?.length === 0) return { handOuts, people: new Map() };
  const forms = handOuts.flatMap(({ audience }) => ('form' in audience ? [audience.form] : []));
  const rows = await listPeopleOf(read, scope, uids);
  const answers = forms.length === 0 ? [] : await listAnswersTo(read, scope, [...new Set(forms)], uids);
  const given = await listGiven(
    read,
    handOuts.map(({ id }) => id),
    uids,
  );
  const answersOf = Map.groupBy(answers, ({ uid }) => uid);
  const givenTo = Map.groupBy(given, ({ uid }) => uid);
  const people = [...Map.groupBy(rows, ({ uid }) => uid)].map(([uid, own]) => {
    const candidate: Candidate = {
      inProject: true,
      tids: new Set(own.map(({ tid }) => tid).filter((tid) => tid !== '')),
      answers: new Map((answersOf.get(uid) ?? []).map(({ form, answers: text }) => [form, fieldsOf(text)])),
    };
    const entitled = handOuts.filter(({ audience }) => isEntitled(audience, candidate)).map(({ id }) => id);
    const had = (givenTo.get(uid) ?? []).map(({ hand_out_id, given_at }): [string, string] => [hand_out_id, given_at]);
    const name = own[0]?.name ?? '';
    return [uid, { name, tids: candidate.tids, entitled: new Set(entitled), given: new Map(had) }] as const;
  });
  return { handOuts, people: new Map(people) };
}

/** Sealed answers are objects and never match. */
const fieldsOf = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

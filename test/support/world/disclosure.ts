import { expect } from 'vitest';
import type { Form, NewForm } from '../../../src/server/features/forms/forms.schema.ts';
import type { PassedOn } from '../../../src/server/features/forms/disclosure/disclosure.schema.ts';
import type { TestApp } from '../app.ts';
import { createCrew, createMembers } from '../world.ts';
import type { Caller } from '../world.ts';
import { browserOf } from '../factories.ts';

type FormRef = { form: string };
type Person = { uid: string };
export type DisclosureWorld = Awaited<ReturnType<typeof createDisclosureWorld>>;

export const until = '2027-01-31';
export const consent = { passes_on: ['bank'], passes_until: until };
export const coming = { apply: true, from: 'Kaohsiung', how: 'Train' };
export const account = { code: '004', number: '0012345678', branch: 'Main', holder: '=Ada Lovelace' };

/** A crew whose project pays travel money, with functions to create, answer and read forms that disclose private data. */
export async function createDisclosureWorld(muster: TestApp) {
  const crew = await createCrew(muster);
  let counter = 0;
  // Reading private data requires a recent sign-in.
  let owner = await browserOf(muster, crew.owner);
  const table = { currency: 'TWD', data: [{ location: 'Kaohsiung', amount: 149_000 }] };
  await crew.as(crew.owner, 'PUT', 'traffic-subsidies', table);

  const see = (path: string, headers = owner) => crew.as(undefined, 'GET', `forms/${path}`, undefined, headers);
  const look = ({ form }: FormRef, kind = 'bank', headers = owner) => see(`${form}/passed-on?kind=${kind}`, headers);
  const shownOf = async (form: FormRef, { uid }: Person, kind = 'bank'): Promise<PassedOn | undefined> =>
    (await look(form, kind)).json().data.find((one: PassedOn) => one.uid === uid);

  return {
    ...crew,
    see,
    look,
    shownOf,
    stateOf: async (form: FormRef, who: Person) => (await shownOf(form, who))?.state,
    signInAgain: async () => void (owner = await browserOf(muster, crew.owner)),
    createForm: async (more: Partial<NewForm> = {}): Promise<Form> => {
      counter += 1;
      const payload = { form: `travel-${counter}`, kind: 'travel_money', title: 'Travel', enabled: true, ...consent };
      const response = await crew.as(crew.owner, 'POST', 'forms', { ...payload, ...more });
      expect(response.statusCode).toBe(201);
      return response.json();
    },
    change: ({ form }: FormRef, more: object) => crew.as(crew.owner, 'PATCH', `forms/${form}`, more),
    /** In a browser with a recent sign-in, which consent requires. */
    put: async (who: Caller, { form }: FormRef, more: object = consent, answers: object = coming) => {
      const path = `forms/${form}/response`;
      return crew.as(undefined, 'PUT', path, { answers, ...more }, await browserOf(muster, who));
    },
    /** In a browser with a recent sign-in: it needs no confirmation. */
    keep: async (who: Caller, payload: object = account) =>
      muster.call({ method: 'PUT', url: '/api/me/bank', headers: await browserOf(muster, who), payload }),
    newMember: async (): Promise<Caller> => {
      const [person] = await createMembers(muster, crew.pid, 'venue', 1);
      if (person === undefined) throw new Error('expected one member');
      return person;
    },
    readsOf: ({ uid }: Person) =>
      muster.db.read
        .selectFrom('audit')
        .select(['actor', 'pid', 'detail'])
        .where('kind', '=', 'private.read')
        .where('subject', '=', uid)
        .execute(),
  };
}

type Answer = { statusCode: number; json: () => { code: string; errors?: { pointer: string }[] } };

/** The status, the code and the pointers of the invalid fields. */
export function problemOf(answer: Answer): (number | string)[] {
  const { code, errors = [] } = answer.json();
  return [answer.statusCode, code, ...errors.map(({ pointer }) => pointer)];
}

import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import { browserOf, createPerson } from './support/factories.ts';
import { addPasskey, createAuthenticator, signInByPasskey } from './support/world/authenticator.ts';
import type { Authenticator } from './support/world/authenticator.ts';

const muster = useApp();

type Headers = Record<string, string>;
const post = (url: string, headers: Headers, payload?: object) =>
  muster.call({ method: 'POST', url, headers, ...(payload === undefined ? {} : { payload }) });

/** The three ceremonies: where a challenge comes from, and where the answer to it goes. */
const ceremonies = {
  register: {
    ask: async (headers: Headers) => (await post('/api/me/passkeys/challenge', headers)).json(),
    answer: (headers: Headers, credential: object) => post('/api/me/passkeys', headers, { name: 'Key', credential }),
  },
  'sign in': {
    ask: async () => (await post('/api/sign-in/passkey/challenge', {})).json(),
    answer: (_: Headers, credential: object) => post('/api/sign-in/passkey', {}, { credential }),
  },
  confirm: {
    ask: async (headers: Headers) => (await post('/api/me/confirmation/challenge', headers)).json(),
    answer: (headers: Headers, credential: object) => post('/api/me/confirmation', headers, { credential }),
  },
} as const;
type Ceremony = keyof typeof ceremonies;
const names = Object.keys(ceremonies) as Ceremony[];

async function victimWithPasskey() {
  const person = await createPerson(muster);
  const headers = await browserOf(muster, person);
  const { authenticator, added } = await addPasskey(muster, headers);
  expect(added.statusCode).toBe(201);
  return { person, headers, authenticator };
}

const answerTo = (question: { challenge: string }, kind: Ceremony, authenticator: Authenticator) =>
  kind === 'register'
    ? createAuthenticator().create({ rp: { id: 'muster.test' }, user: { id: 'x' }, ...question } as never)
    : authenticator.get({ rpId: 'muster.test', ...question } as never);

test('an answer to the challenge of one ceremony does nothing in another', async () => {
  const outcomes: [string, boolean][] = [];
  for (const from of names)
    for (const to of names) {
      const { headers, authenticator } = await victimWithPasskey();
      authenticator.state.counter += 1;
      const question = await ceremonies[from].ask(headers);
      const { statusCode } = await ceremonies[to].answer(headers, answerTo(question, to, authenticator));
      outcomes.push([`${from} > ${to}`, statusCode < 300]);
    }
  expect(outcomes).toEqual(names.flatMap((from) => names.map((to) => [`${from} > ${to}`, from === to])));
});

test('nobody registers a key under the identifier of somebody else, and theirs goes on working', async () => {
  const { person, authenticator } = await victimWithPasskey();
  const attacker = await browserOf(muster, await createPerson(muster));
  const forged = createAuthenticator(Buffer.from(authenticator.id, 'base64url'));
  const question = await ceremonies.register.ask(attacker);
  const { statusCode } = await ceremonies.register.answer(attacker, forged.create(question));
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect((await signInByPasskey(muster, forged)).statusCode).toBe(401);
  authenticator.state.counter = 10;
  const signedIn = await signInByPasskey(muster, authenticator);
  expect([signedIn.statusCode, signedIn.json().uid ?? person.uid]).toEqual([signedIn.statusCode, person.uid]);
  expect(signedIn.statusCode).toBeLessThan(300);
});

test('an answer that names another key than the one that made it is refused', async () => {
  const [victim, attacker] = [await victimWithPasskey(), await victimWithPasskey()];
  attacker.authenticator.state.counter += 1;
  const answer = attacker.authenticator.get(await ceremonies['sign in'].ask());
  const swapped = { ...answer, id: victim.authenticator.id };
  expect((await ceremonies['sign in'].answer({}, swapped)).statusCode).toBe(401);
});

test('whose account it is follows from the key, not from what the answer says about the person', async () => {
  const [victim, attacker] = [await victimWithPasskey(), await victimWithPasskey()];
  const slips = { userHandle: victim.authenticator.state.userHandle };
  const response = await signInByPasskey(muster, attacker.authenticator, slips);
  const cookie = [response.headers['set-cookie']].flat()[0]?.split(';')[0];
  const me = await muster.call({ url: '/api/me', headers: cookie === undefined ? {} : { cookie } });
  expect(me.json().uid).not.toBe(victim.person.uid);
});

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../lib/clock.ts';
import { pageRequest } from '../../http/paging.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import type { Keyring } from '../../lib/seal.ts';
import { Ref } from '../../lib/schema.ts';
import { DietaryHabitPage, DietaryHabitQuery, DietaryHabits, dietaryHabits } from './dietary-habits.schema.ts';
import { Contact } from './contact.schema.ts';
import { checkedAddress, checkedBank, checkedContact, checkedRealProfile } from './private.policy.ts';
import { Address, Bank, RealProfile } from './private.schema.ts';
import type { PrivateData, PrivateKind } from './private.schema.ts';
import { readPrivate, writePrivate } from './private.service.ts';

type Services = { db: Db; clock: Clock; keys: Keyring };

const sealedNote = 'Stored encrypted, field by field.';

export function privateRoutes(app: App, services: Services): void {
  const { clock } = services;

  const bank = handlersFor(services, 'bank', checkedBank);
  const bankNote = `Takes a bank code and account number, or an IBAN, whose checksum is validated. Empty fields clear it. ${sealedNote}`;
  app.get('/api/me/bank', reading('bank', 'bank account', Bank), bank.read);
  app.put('/api/me/bank', writing('bank', 'bank account', Bank, bankNote), bank.write);

  const address = handlersFor(services, 'address', checkedAddress);
  const addressNote = `The postal code must match the format of its country. Empty fields clear it. ${sealedNote}`;
  app.get('/api/me/address', reading('address', 'postal address', Address), address.read);
  app.put('/api/me/address', writing('address', 'postal address', Address, addressNote), address.write);

  const habits = handlersFor(services, 'dietary_habits', async (input) => input);
  const habitsNote = `Takes codes of \`GET /api/dietary-habits\`, each once. ${sealedNote}`;
  app.get('/api/me/dietary-habits', reading('dietary_habits', 'dietary needs', DietaryHabits), habits.read);
  app.put(
    '/api/me/dietary-habits',
    writing('dietary_habits', 'dietary needs', DietaryHabits, habitsNote),
    habits.write,
  );

  const real = handlersFor(services, 'real_profile', (input) => checkedRealProfile(input, clock.now()));
  const realWhat = 'legal name, phone number and identity';
  const realNote = `The phone number must be valid and is stored as E.164. Empty fields clear it. ${sealedNote}`;
  app.get('/api/me/real-profile', reading('real_profile', realWhat, RealProfile), real.read);
  app.put('/api/me/real-profile', writing('real_profile', realWhat, RealProfile, realNote), real.write);

  const contact = handlersFor(services, 'contact', checkedContact);
  const contactNote =
    'Takes a phone number, up to five user names, and who can see them: `owners` of your projects, `chiefs` also of ' +
    'your teams and tasks, `team` also everyone in your teams. ' +
    sealedNote;
  app.get('/api/me/contact', reading('contact', 'contact details', Contact), contact.read);
  app.put('/api/me/contact', writing('contact', 'contact details', Contact, contactNote), contact.write);

  catalogueRoute(app);
}

const reading = <S extends TSchema>(kind: PrivateKind, what: string, schema: S) => ({
  config: { access: 'signed_in' as const, readsPrivate: true, problems: ['private_scope_required' as const] },
  schema: {
    tags: ['Me'],
    operationId: `get_${kind}`,
    summary: `Read the caller's ${what}`,
    description: "Fields that aren't filled in are empty. An API token needs the scope `private:read`.",
    response: { 200: Ref(schema) },
  },
});

const writing = <S extends TSchema>(kind: PrivateKind, what: string, schema: S, note: string) => ({
  config: { access: 'signed_in' as const, problems: ['stale' as const] },
  schema: {
    tags: ['Me'],
    operationId: `put_${kind}`,
    summary: `Change the caller's ${what}`,
    description: `Replaces all fields. ${note}`,
    body: schema,
    response: { 200: Ref(schema) },
  },
});

/** `check` applies rules that the schema cannot express, and returns what to store. */
function handlersFor<K extends PrivateKind>(
  services: Services,
  kind: K,
  check: (input: PrivateData[K]) => Promise<PrivateData[K]>,
) {
  return {
    read: async (request: FastifyRequest, reply: FastifyReply) => {
      const { value, revision } = await readPrivate(services.db.read, services.keys, callerOf(request).uid, kind);
      return withRevision(reply, revision, value);
    },
    write: async (request: FastifyRequest & { body: PrivateData[K] }, reply: FastifyReply) => {
      const input = await check(request.body);
      const expected = expectedRevision(request);
      const { value, revision } = await writePrivate(services, callerOf(request), kind, input, expected);
      return withRevision(reply, revision, value);
    },
  };
}

function catalogueRoute(app: App): void {
  app.get(
    '/api/dietary-habits',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Me'],
        operationId: 'list_dietary_habits',
        summary: 'List the dietary needs that can be chosen',
        description: 'Each code with its label in every language. Public.',
        querystring: DietaryHabitQuery,
        response: { 200: Ref(DietaryHabitPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { code: 'text' });
      const start = dietaryHabits.findIndex(({ code }) => code === after?.code) + 1;
      return page(dietaryHabits.slice(start, start + limit + 1));
    },
  );
}

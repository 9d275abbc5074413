import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import { pageRequest } from '../../http/paging.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { DietaryHabitPage, DietaryHabitQuery, DietaryHabits, dietaryHabits } from './dietary-habits.schema.ts';
import { Contact } from './contact.schema.ts';
import { checkedAddress, checkedBank, checkedContact, checkedEmergency, checkedRealProfile } from './private.policy.ts';
import { Address, Bank, Emergency, RealProfile } from './private.schema.ts';
import type { PrivateData, PrivateKind } from './private.schema.ts';
import { confirmOwnBank } from './bank.service.ts';
import { readPrivate, writePrivate } from './private.service.ts';

const sealedNote = 'Stored encrypted, field by field.';

export function privateRoutes(app: App, services: Services): void {
  const { clock } = services;

  const bank = handlersFor(services, 'bank', checkedBank);
  const bankNote = `Takes a bank code and account number, or an IBAN, whose checksum is validated. Empty fields clear it. ${sealedNote} The person gets an email about each change. With an API token, or without a sign-in or passkey confirmation within the last 15 minutes, nobody is shown the new account or pays to it until the person confirms it (\`bank_unconfirmed_since\` in \`GET /api/me\`).`;
  app.get('/api/me/bank', reading('bank', 'bank account', Bank), bank.read);
  app.put('/api/me/bank', writing('bank', 'bank account', Bank, bankNote), bank.write);
  bankConfirmationRoute(app, services);

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

  const emergency = handlersFor(services, 'emergency', checkedEmergency);
  const emergencyNote =
    'Takes up to three people to call, each with a phone number, and a note for helpers. Owners and safety deputies of ' +
    'projects that you take part in can see it, one person at a time, and you see who did. Erased 30 days after your ' +
    `last event. ${sealedNote}`;
  app.get('/api/me/emergency', reading('emergency', 'emergency contacts', Emergency), emergency.read);
  app.put('/api/me/emergency', writing('emergency', 'emergency contacts', Emergency, emergencyNote), emergency.write);

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

function bankConfirmationRoute(app: App, services: Services): void {
  app.put(
    '/api/me/bank/confirmation',
    {
      config: { access: 'fresh', problems: ['stale'] },
      schema: {
        tags: ['Me'],
        operationId: 'confirm_bank',
        summary: "Confirm the caller's bank account",
        description:
          'After it was changed with an API token or an old session. Send the ETag of the account as `If-Match` to ' +
          'confirm exactly what was shown.',
        response: { 204: Empty('Bank account confirmed.') },
      },
    },
    (request) => confirmOwnBank(services, callerOf(request), expectedRevision(request)),
  );
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

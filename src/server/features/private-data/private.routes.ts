import type { TSchema } from 'typebox';
import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../lib/clock.ts';
import { decodeCursor, pageOf } from '../../http/paging.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import type { Keyring } from '../../lib/seal.ts';
import { Type } from '../../lib/schema.ts';
import { dietaryHabits, DietaryHabitQuery, DietaryHabits } from '../profile/dietary-habits.schema.ts';
import { checkedAddress, checkedBank, checkedRealProfile } from './private.policy.ts';
import { Address, Bank, RealProfile } from './private.schema.ts';
import type { PrivateData, PrivateKind } from './private.schema.ts';
import { readPrivate, writePrivate } from './private.service.ts';

type Services = { db: Db; clock: Clock; keys: Keyring };

const sealedNote = 'Kept encrypted, field by field.';

export function privateRoutes(app: App, services: Services): void {
  const { clock } = services;
  ownData(app, services, {
    kind: 'bank',
    url: '/api/me/bank',
    body: Bank,
    ref: 'Bank',
    what: 'bank account',
    note: `A code and a number, or an IBAN, whose checksum is checked. Empty fields clear it. ${sealedNote}`,
    check: checkedBank,
  });
  ownData(app, services, {
    kind: 'address',
    url: '/api/me/address',
    body: Address,
    ref: 'Address',
    what: 'postal address',
    note: `The postal code is checked in the form of its country. Empty fields clear it. ${sealedNote}`,
    check: checkedAddress,
  });
  ownData(app, services, {
    kind: 'dietary_habits',
    url: '/api/me/dietary-habits',
    body: DietaryHabits,
    ref: 'DietaryHabits',
    what: 'dietary habits',
    note: `Codes of \`GET /api/dietary-habits\`, each once. ${sealedNote}`,
    check: async (input) => input,
  });
  ownData(app, services, {
    kind: 'real_profile',
    url: '/api/me/real-profile',
    body: RealProfile,
    ref: 'RealProfile',
    what: 'legal name, telephone number and identity',
    note: `The telephone number must exist and is kept as E.164. Empty fields clear it. ${sealedNote}`,
    check: (input) => checkedRealProfile(input, clock.now()),
  });
  catalogueRoute(app);
}

type OwnData<K extends PrivateKind> = {
  kind: K;
  url: string;
  body: TSchema;
  ref: string;
  what: string;
  note: string;
  /** The rules that a schema cannot hold; answers with what is to be kept. */
  check: (input: PrivateData[K]) => Promise<PrivateData[K]>;
};

function ownData<K extends PrivateKind>(app: App, services: Services, own: OwnData<K>): void {
  const { kind, url, body, ref, what, note, check } = own;
  const response = { 200: Type.Ref(ref) };

  app.get(
    url,
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: `get_${kind}`,
        summary: `Read the caller's ${what}`,
        description: 'Empty fields where nothing has been given yet.',
        response,
      },
    },
    async (request, reply) => {
      const { value, revision } = await readPrivate(services.db.read, services.keys, callerOf(request).uid, kind);
      return withRevision(reply, revision, value);
    },
  );

  app.put(
    url,
    {
      config: { access: 'signed_in', problems: ['stale'] },
      schema: {
        tags: ['Me'],
        operationId: `put_${kind}`,
        summary: `Write the caller's ${what}`,
        description: `Replaces all of it. ${note}`,
        body,
        response,
      },
    },
    async (request, reply) => {
      // The border: `body` is the schema of this very type, and has just been held against it.
      const input = await check(request.body as PrivateData[K]);
      const { uid } = callerOf(request);
      const { value, revision } = await writePrivate(services, uid, kind, input, expectedRevision(request));
      return withRevision(reply, revision, value);
    },
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
        summary: 'List the dietary habits that can be chosen',
        description: 'Each code with its label in every language of the product. Public.',
        querystring: DietaryHabitQuery,
        response: { 200: Type.Ref('DietaryHabitPage') },
      },
    },
    async (request) => {
      const { limit = 50, cursor } = request.query;
      const after = cursor === undefined ? '' : decodeCursor(cursor, 1)[0];
      const start = dietaryHabits.findIndex(({ code }) => code === after) + 1;
      const rows = dietaryHabits.slice(start, start + limit + 1);
      return pageOf(
        rows,
        limit,
        (row) => row,
        (row) => [row.code],
      );
    },
  );
}

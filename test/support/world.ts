import type { MembershipsTable } from '../../src/server/db/tables.ts';
import { fieldsOfKind } from '../../src/server/features/forms/kinds.service.ts';
import { newId, sha256 } from '../../src/server/lib/secrets.ts';
import { sortKey } from '../../src/server/lib/text.ts';
import type { TestApp } from './app.ts';

/** Everyone that the rights table speaks of, seen from one team of one project. */
export const roles = [
  'visitor',
  'volunteer',
  'member',
  'chief',
  'other_chief',
  'owner',
  'other_owner',
  'administrator',
  'suspended',
] as const;
export type Role = (typeof roles)[number];

export type World = {
  pid: string;
  tid: string;
  /** A member of the team who is not the caller. */
  uid: string;
  caller: string;
  task: string;
  invitation: string;
  form: string;
  location: string;
  token: string;
  session: string;
  passkey: string;
  identity: string;
  headers: Record<string, string>;
};

const tid = 'crew';
let counter = 0;

/** A project with all that a route can name, made anew for one caller, so that no call sees what another one did. */
export async function createWorld({ db, clock }: TestApp, role: Role): Promise<World> {
  counter += 1;
  const now = clock.now();
  const at = now.toISOString();
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
  const pid = `world-${counter}`;
  const [caller, target, boss] = [newId(now), newId(now), newId(now)];
  const world: World = {
    pid,
    tid,
    uid: target,
    caller,
    task: newId(now),
    invitation: newId(now),
    form: 'shirts',
    location: 'Taipei',
    token: newId(now),
    session: newId(now),
    passkey: newId(now),
    identity: newId(now),
    headers: role === 'visitor' ? {} : { cookie: `muster_session=${caller}`, 'sec-fetch-site': 'same-origin' },
  };
  const membership = (team: string, uid: string, as: MembershipsTable['role']) => ({
    pid,
    tid: team,
    uid,
    role: as,
    created_at: at,
  });
  await db.transaction(async (trx) => {
    const person = (uid: string, name: string) => ({
      uid,
      email: `${uid}@example.org`,
      name,
      sort_key: sortKey(name),
      listing: 'public' as const,
      administrator_since: uid === caller && role === 'administrator' ? at : null,
      suspended_at: uid === caller && role === 'suspended' ? at : null,
      created_at: at,
    });
    await trx
      .insertInto('people')
      .values([person(caller, 'Caller'), person(target, 'Target'), person(boss, 'Boss')])
      .execute();
    await trx
      .insertInto('projects')
      .values([
        { pid, name: 'World', timezone: 'UTC', created_at: at, subsidy_currency: 'TWD' },
        { pid: `${pid}-b`, name: 'Other world', timezone: 'UTC', created_at: at },
      ])
      .execute();
    const owners = [
      { pid, uid: boss, created_at: at },
      { pid: `${pid}-b`, uid: boss, created_at: at },
      ...(role === 'owner' ? [{ pid, uid: caller, created_at: at }] : []),
      ...(role === 'other_owner' ? [{ pid: `${pid}-b`, uid: caller, created_at: at }] : []),
    ];
    await trx.insertInto('project_owners').values(owners).execute();
    const team = (one: string, count: number) => ({
      pid,
      tid: one,
      name: one,
      sort_key: one,
      member_count: count,
      created_at: at,
    });
    const inCrew = role === 'member' || role === 'chief' || role === 'suspended';
    await trx
      .insertInto('teams')
      .values([team(tid, inCrew ? 2 : 1), team('others', role === 'other_chief' ? 1 : 0)])
      .execute();
    const members = [
      membership(tid, target, 'member'),
      ...(inCrew ? [membership(tid, caller, role === 'chief' ? 'chief' : 'member')] : []),
      ...(role === 'other_chief' ? [membership('others', caller, 'chief')] : []),
    ];
    await trx.insertInto('memberships').values(members).execute();
    await trx
      .insertInto('invitations')
      .values({
        id: world.invitation,
        pid,
        tid,
        email: `${caller}@example.org`,
        invited_by: boss,
        sent_at: at,
        expires_at: later(24),
      })
      .execute();
    // The team is not open for any: nobody from outside leaves something in a world.
    await trx
      .insertInto('applications')
      .values(
        [caller, target].map((uid) => ({
          pid,
          tid,
          uid,
          message: 'Hello',
          language: 'en',
          created_at: at,
          expires_at: later(24),
        })),
      )
      .execute();
    await trx
      .insertInto('traffic_subsidies')
      .values({ pid, location: world.location, sort_key: 'taipei', amount: 100 })
      .execute();
    await trx
      .insertInto('tasks')
      .values({
        id: world.task,
        pid,
        tid,
        title: 'Build up',
        starts_at: later(24),
        ends_at: later(26),
        capacity: 5,
        created_by: boss,
        created_at: at,
      })
      .execute();
    await trx
      .insertInto('forms')
      .values({
        pid,
        form: world.form,
        kind: 'shirt_size',
        title: 'Shirts',
        audience: 'people',
        fields: JSON.stringify(fieldsOfKind('shirt_size', { days: [], erase_after: '2027-01-01' })),
        passes_on: '["bank"]',
        passes_until: '2027-01-01',
        enabled_at: at,
        created_at: at,
      })
      .execute();
    await trx
      .insertInto('sessions')
      .values({
        id: world.session,
        token_hash: sha256(caller),
        uid: caller,
        device: 'Test',
        created_at: at,
        last_seen_at: at,
        expires_at: later(24),
      })
      .execute();
    await trx
      .insertInto('passkeys')
      .values({
        id: world.passkey,
        uid: caller,
        credential_id: world.passkey,
        public_key: '',
        counter: 0,
        transports: '[]',
        name: 'Test',
        created_at: at,
      })
      .execute();
    await trx
      .insertInto('identities')
      .values({
        id: world.identity,
        issuer: 'https://id.example.org',
        subject: caller,
        uid: caller,
        email: `${caller}@example.org`,
        created_at: at,
        last_used_at: at,
      })
      .execute();
    await trx
      .insertInto('api_tokens')
      .values({
        id: world.token,
        token_hash: sha256(world.token),
        prefix: 'mst_test',
        uid: caller,
        name: 'test',
        scope: 'write',
        created_at: at,
        expires_at: later(24),
      })
      .execute();
  });
  return world;
}

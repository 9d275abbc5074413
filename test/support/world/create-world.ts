import { serviceId } from '../../../src/server/auth/scopes.ts';
import { newServiceToken } from '../../../src/server/auth/token-format.ts';
import { newId, sha256 } from '../../../src/server/lib/secrets.ts';
import type { Trx } from '../../../src/server/db/db.ts';
import type { TestApp } from '../app.ts';
import { bearer } from '../factories.ts';
import { insertCatalogue } from './catalogue.ts';
import { insertConnections, insertServiceAccount } from './connections.ts';
import { insertEventDay, newEventDayIds } from './event-day.ts';
import { insertRooms, newRoomIds } from './rooms.ts';
import { guardianOf } from './guardians.ts';
import { insertSignIn } from './own-sign-in.ts';
import { insertMoney, newMoneyIds } from './money.ts';
import { insertPlanning } from './planning.ts';
import { insertTestRows, nextNumber } from './rows.ts';
import { worldRows } from './world-rows.ts';
import type { Role, World } from './world-types.ts';

const tid = 'crew';

/** A project with one of everything that a route can name, created for one caller so that calls do not affect each other. */
export async function createWorld({ db, clock, services }: TestApp, role: Role): Promise<World> {
  const now = clock.now();
  const at = now.toISOString();
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
  const pid = `world-${nextNumber()}`;
  const [caller, target, boss] = [newId(now), newId(now), newId(now)];
  const serviceToken = newServiceToken();
  const world: World = {
    pid,
    tid,
    uid: target,
    caller,
    task: newId(now),
    series: newId(now),
    step: newId(now),
    announcement: newId(now),
    document: newId(now),
    allocation: newId(now),
    message: newId(now),
    invitation: newId(now),
    form: 'shirts',
    location: 'Taipei',
    token: newId(now),
    session: newId(now),
    passkey: newId(now),
    identity: newId(now),
    grant: newId(now),
    ownGrant: newId(now),
    channel: newId(now),
    webhook: newId(now),
    delivery: newId(now),
    groupServer: newId(now),
    syncedGroup: newId(now),
    ...newEventDayIds(now),
    ...newMoneyIds(now),
    ...newRoomIds(now),
    account: serviceId(newId(now)),
    headers: headersOf(role, caller, serviceToken),
  };
  await db.transaction(async (trx) => {
    await insertTestRows(trx, now, worldRows(world, role, boss, later));
    await trx
      .insertInto('imports')
      .values({
        id: world.task,
        pid,
        kind: 'people',
        state: 'done',
        total: 1,
        done: 1,
        made_with: '{}',
        created_at: at,
      })
      .execute();
    await trx
      .insertInto('invitations')
      .values({
        id: world.invitation,
        pid,
        tid,
        email: `${caller}@example.org`,
        import_id: world.task,
        invited_by: boss,
        sent_at: at,
        expires_at: later(24),
      })
      .execute();
    await trx
      .insertInto('announcements')
      .values({
        id: world.announcement,
        pid,
        tid,
        title: 'News',
        body: 'Text',
        audience: 'people',
        created_by: boss,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await insertEarlierYear(trx, world, at);
    await insertDocument(trx, world, target, at);
    await trx
      .insertInto('thanks_names')
      .values([world.uid, world.caller].map((uid) => ({ pid, uid, name: 'Ada', sort_key: 'ada', agreed_at: at })))
      .execute();
    await trx
      .insertInto('person_tags')
      .values({ pid: world.pid, uid: target, tag_key: 'cook', tag: 'Cook', created_at: at })
      .execute();
    await trx
      .insertInto('allocations')
      .values({
        id: world.allocation,
        pid,
        state: 'ready',
        request: JSON.stringify({ tids: [tid], days: null, keep: true }),
        result: JSON.stringify({
          summary: { task_count: 1, person_count: 1, place_count: 1, missing: 0, bound: 0 },
          assignments: [{ task: world.task, uid: target, reasons: ['own_team'], could_count: 1 }],
          released: [],
          gaps: [],
          hours: [{ uid: target, before: 0, after: 120, max: null }],
          skipped: [],
        }),
        created_at: at,
        finished_at: at,
      })
      .execute();
    // The team is not open for applications, so other callers cannot add any.
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
      .insertInto('messages')
      .values({
        id: world.message,
        pid,
        sender: role === 'service' ? boss : caller,
        state: 'draft',
        audience: JSON.stringify({ uids: [target] }),
        to_everyone: 0,
        subject: 'Hello',
        body: 'Hello {{name}}',
        created_at: at,
        updated_at: at,
      })
      .execute();
    await trx
      .insertInto('message_recipients')
      .values({ id: newId(now), message_id: world.message, uid: caller, state: 'sent', due_at: at, changed_at: at })
      .execute();
    await trx
      .insertInto('traffic_subsidies')
      .values({ pid, location: world.location, sort_key: 'taipei', amount: 100 })
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
    await insertConnections(trx, services.keys, world, boss, at);
    await insertServiceAccount(trx, { ...world, token: serviceToken }, boss, { at, endsAt: later(24) });
    await insertPlanning(trx, world, at);
    await insertCatalogue(trx, world, at);
    await insertSignIn(trx, world, at);
    await insertEventDay(trx, services.keys, world, boss, at);
    await insertMoney(trx, services.keys, world, boss, at);
    await insertRooms(trx, services.keys, world, boss, at);
  });
  return world;
}

function headersOf(role: Role, caller: string, serviceToken: string): Record<string, string> {
  if (role === 'visitor') return {};
  if (role === 'service') return bearer(serviceToken);
  return { cookie: `muster_session=${caller}`, 'sec-fetch-site': 'same-origin' };
}

/** The target helped in the year before. */
async function insertEarlierYear(trx: Trx, { pid, uid }: World, at: string): Promise<void> {
  const before = {
    pid: `${pid}-a`,
    name: 'Earlier world',
    timezone: 'UTC',
    state: 'archived' as const,
    created_at: at,
  };
  await trx.insertInto('projects').values(before).execute();
  await trx.updateTable('projects').set({ follows: before.pid }).where('pid', '=', pid).execute();
  await trx.insertInto('helpers').values({ pid: before.pid, uid, created_at: at }).execute();
}

/** No task needs it, and the target has signed it. */
async function insertDocument(trx: Trx, { pid, document: id }: World, uid: string, at: string): Promise<void> {
  const text = { version: 1, hash: sha256('Wear a helmet.') };
  await trx
    .insertInto('documents')
    .values({
      id,
      pid,
      lineage: id,
      title: 'Safety rules',
      required_for: 'tasks',
      kind_ids: '["none"]',
      ...text,
      created_at: at,
    })
    .execute();
  await trx
    .insertInto('document_versions')
    .values({ document_id: id, ...text, body: 'Wear a helmet.', changes: '', created_at: at })
    .execute();
  await trx
    .insertInto('document_signatures')
    .values({ document_id: id, uid, lineage: id, ...text, signed_at: at })
    .execute();
  const guardian = { id: guardianOf(uid), name: 'Byron King', email: `${guardianOf(uid)}@example.org` };
  await trx
    .insertInto('guardians')
    .values({ pid, uid, ...guardian, state: 'asked', asked_at: at })
    .execute();
}

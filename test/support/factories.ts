import { newToken } from '../../src/server/auth/token-format.ts';
import { tokenPrefix } from '../../src/server/auth/token-format.ts';
import { startSession } from '../../src/server/features/sign-in/sign-in.service.ts';
import { insertWords } from '../../src/server/db/words.ts';
import { newId, sha256 } from '../../src/server/lib/secrets.ts';
import { normaliseEmail, sortKey } from '../../src/server/lib/text.ts';
import type { TestApp } from './app.ts';

type Listing = 'public' | 'keyed' | 'hidden';
let counter = 0;

/** All that is needed to put something in place: an app, or a database that real processes share. */
export type Ground = Pick<TestApp, 'db' | 'clock'>;

export type TestPerson = { uid: string; email: string; name: string };

export async function createPerson(
  { db, clock }: Ground,
  fields: { email?: string; name?: string; listing?: Listing; suspended?: boolean; administrator?: boolean } = {},
): Promise<TestPerson> {
  counter += 1;
  const now = clock.now();
  const at = now.toISOString();
  const name = fields.name ?? `Person ${counter}`;
  const email = normaliseEmail(fields.email ?? `person-${counter}@example.org`);
  const uid = newId(now);
  await db.transaction(async (trx) => {
    await trx
      .insertInto('people')
      .values({
        uid,
        email,
        name,
        sort_key: sortKey(name),
        listing: fields.listing ?? 'public',
        administrator_since: fields.administrator === true ? at : null,
        suspended_at: fields.suspended === true ? at : null,
        created_at: at,
      })
      .execute();
    await insertWords(trx, [{ uid, sort_key: sortKey(name) }]);
    await trx.updateTable('installation').set({ set_up_at: at }).execute();
  });
  return { uid, email, name };
}

/** The cookie of a signed-in browser, and the header that its own pages send. */
export async function browserOf({ db, clock }: Ground, { uid }: { uid: string }): Promise<Record<string, string>> {
  const token = await db.transaction((trx) => startSession(trx, clock.now(), uid, 'Test browser'));
  return { cookie: `muster_session=${token}`, 'sec-fetch-site': 'same-origin' };
}

export async function tokenOf(
  { db, clock }: Ground,
  { uid }: { uid: string },
  fields: { scope?: 'read' | 'write'; days?: number; privateRead?: boolean } = {},
): Promise<string> {
  const token = newToken();
  const now = clock.now();
  await db.transaction((trx) =>
    trx
      .insertInto('api_tokens')
      .values({
        id: newId(now),
        token_hash: sha256(token),
        prefix: tokenPrefix(token),
        uid,
        name: 'test',
        scope: fields.scope ?? 'write',
        private_read_at: fields.privateRead === false ? null : now.toISOString(),
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + (fields.days ?? 90) * 86_400_000).toISOString(),
      })
      .execute(),
  );
  return token;
}

export const bearer = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` });

export async function createProject(
  { db, clock }: Ground,
  fields: { pid?: string; name?: string; owners?: { uid: string }[] } = {},
) {
  counter += 1;
  const pid = fields.pid ?? `project-${counter}`;
  const created_at = clock.now().toISOString();
  await db.transaction(async (trx) => {
    await trx
      .insertInto('projects')
      .values({ pid, name: fields.name ?? `Project ${counter}`, timezone: 'Asia/Taipei', created_at })
      .execute();
    for (const { uid } of fields.owners ?? []) {
      await trx.insertInto('project_owners').values({ pid, uid, created_at }).execute();
    }
  });
  return pid;
}

type TeamFields = {
  tid?: string;
  name?: string;
  headcount?: number;
  disabled?: boolean;
  chiefs?: { uid: string }[];
  members?: { uid: string }[];
};

export async function createTeam({ db, clock }: Ground, pid: string, fields: TeamFields = {}) {
  counter += 1;
  const tid = fields.tid ?? `team-${counter}`;
  const name = fields.name ?? `Team ${counter}`;
  const created_at = clock.now().toISOString();
  await db.transaction(async (trx) => {
    await trx
      .insertInto('teams')
      .values({
        pid,
        tid,
        name,
        sort_key: sortKey(name),
        headcount: fields.headcount ?? null,
        member_count: (fields.chiefs?.length ?? 0) + (fields.members?.length ?? 0),
        disabled_at: fields.disabled === true ? created_at : null,
        created_at,
      })
      .execute();
    const people = [
      ...(fields.chiefs ?? []).map(({ uid }) => ({ uid, role: 'chief' as const })),
      ...(fields.members ?? []).map(({ uid }) => ({ uid, role: 'member' as const })),
    ];
    for (const { uid, role } of people) {
      await trx.insertInto('memberships').values({ pid, tid, uid, role, created_at }).execute();
    }
  });
  return tid;
}

import { newToken, tokenPrefix } from '../../src/server/auth/token-format.ts';
import { insertWords } from '../../src/server/db/words.ts';
import { newId, sha256 } from '../../src/server/lib/secrets.ts';
import { sortKey } from '../../src/server/lib/text.ts';
import type { TestApp } from './app.ts';
import { bearer, createPerson, createProject, createTeam, tokenOf } from './factories.ts';
import type { TestPerson } from './factories.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
export type Caller = TestPerson & { headers: { authorization: string } };
export type Crew = Awaited<ReturnType<typeof createCrew>>;

/** A person with a token. */
export async function createCaller(muster: TestApp, name?: string): Promise<Caller> {
  const person = await createPerson(muster, name === undefined ? {} : { name });
  return { ...person, headers: bearer(await tokenOf(muster, person)) };
}

/** A project with a person of each standing, and a way to call its addresses as one of them. */
export async function createCrew(muster: TestApp) {
  const [owner, chief, otherChief, member, stranger] = await Promise.all(
    ['Olga', 'Chen', 'Otto', 'Mia', 'Sam'].map((name) => createCaller(muster, name)),
  );
  if (!owner || !chief || !otherChief || !member || !stranger) throw new Error('a crew of five');
  const pid = await createProject(muster, { owners: [owner] });
  await createTeam(muster, pid, { tid: 'venue', chiefs: [chief], members: [member] });
  await createTeam(muster, pid, { tid: 'press', chiefs: [otherChief] });
  const at =
    (project: string) =>
    (who: Caller | undefined, method: Method, path: string, payload?: object, headers: Record<string, string> = {}) =>
      muster.call({
        method,
        url: `/api/projects/${project}/${path}`,
        headers: { ...who?.headers, ...headers },
        ...(payload === undefined ? {} : { payload }),
      });
  return { pid, owner, chief, otherChief, member, stranger, at, as: at(pid) };
}

/** So many more members of a team, written in three statements: one by one, hundreds take seconds. */
export async function createMembers({ db, clock }: TestApp, pid: string, tid: string, count: number) {
  const now = clock.now();
  const created_at = now.toISOString();
  const people = Array.from({ length: count }, (_, index) => {
    const uid = newId(now);
    return { uid, email: `${uid}@example.org`, name: `Member ${index}`, token: newToken() };
  });
  const expires_at = new Date(now.getTime() + 86_400_000).toISOString();
  await db.transaction(async (trx) => {
    await trx
      .insertInto('people')
      .values(
        people.map(({ uid, email, name }) => ({
          uid,
          email,
          name,
          sort_key: sortKey(name),
          listing: 'public',
          created_at,
        })),
      )
      .execute();
    await insertWords(
      trx,
      people.map(({ uid, name }) => ({ uid, sort_key: sortKey(name) })),
    );
    await trx
      .insertInto('api_tokens')
      .values(
        people.map(({ uid, token }) => ({
          id: newId(now),
          token_hash: sha256(token),
          prefix: tokenPrefix(token),
          uid,
          name: 'test',
          scope: 'write',
          created_at,
          expires_at,
        })),
      )
      .execute();
    await trx
      .insertInto('memberships')
      .values(people.map(({ uid }) => ({ pid, tid, uid, role: 'member', created_at })))
      .execute();
  });
  return people.map(({ token, ...person }): Caller => ({ ...person, headers: bearer(token) }));
}

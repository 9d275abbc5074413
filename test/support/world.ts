import { bearer, browserOf, createPerson, createRows, tokenOf } from './factories.ts';
import type { TestContext, TestPerson } from './factories.ts';
import type { TestApp } from './app.ts';
import { newPerson, newTokenRow, nextNumber } from './world/rows.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
export type Caller = TestPerson & { headers: { authorization: string } };
export type Crew = Awaited<ReturnType<typeof createCrew>>;

/** A person with an API token. */
export async function createCaller(context: TestContext, name?: string): Promise<Caller> {
  const person = await createPerson(context, name === undefined ? {} : { name });
  return { ...person, headers: bearer(await tokenOf(context, person)) };
}

/** A project with a person for each role, and a function that calls its routes as one of them. */
export async function createCrew(muster: TestApp) {
  const tokens: { uid: string; token: string }[] = [];
  const caller = (name: string): Caller => {
    const { uid, email } = newPerson(muster.clock.now(), { name });
    const { token } = newTokenRow({ uid });
    tokens.push({ uid, token });
    return { uid, email, name, headers: bearer(token) };
  };
  const owner = caller('Olga');
  const chief = caller('Chen');
  const otherChief = caller('Otto');
  const member = caller('Mia');
  const stranger = caller('Sam');
  const number = nextNumber();
  const pid = `project-${number}`;
  await createRows(muster, {
    people: [owner, chief, otherChief, member, stranger],
    tokens,
    projects: [{ pid, name: `Project ${number}`, owners: [owner] }],
    teams: [
      { pid, tid: 'venue', name: 'Team 1', chiefs: [chief], members: [member] },
      { pid, tid: 'press', name: 'Team 2', chiefs: [otherChief] },
    ],
  });
  const at =
    (project: string) =>
    (who: Caller | undefined, method: Method, path: string, payload?: object, headers: Record<string, string> = {}) =>
      muster.call({
        method,
        url: `/api/projects/${project}/${path}`,
        headers: { ...who?.headers, ...headers },
        ...(payload === undefined ? {} : { payload }),
      });
  const as = at(pid);
  /** As somebody who has just signed in to a browser, for what a token cannot do. */
  const inBrowser = async (who: Caller, method: Method, path: string, payload?: object) =>
    muster.call({
      method,
      url: `/api/projects/${pid}/${path}`,
      headers: await browserOf(muster, who),
      ...(payload === undefined ? {} : { payload }),
    });
  return { pid, owner, chief, otherChief, member, stranger, at, as, inBrowser };
}

/** Adds members to a team. */
export async function createMembers(context: TestContext, pid: string, tid: string, count: number): Promise<Caller[]> {
  const now = context.clock.now();
  const people = Array.from({ length: count }, (_, index) => newPerson(now, { name: `Member ${index}` }));
  const tokens = people.map(newTokenRow);
  const memberships = people.map(({ uid }) => ({ pid, tid, uid, role: 'member' as const }));
  await createRows(context, { people, tokens, memberships });
  return people.map(({ uid, email, name }, index) => ({
    uid,
    email,
    name,
    headers: bearer(tokens[index]?.token ?? ''),
  }));
}

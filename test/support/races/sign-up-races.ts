import type { Caller, Method } from '../world.ts';

/** Who race for the places of a project, and how their requests are sent: over which process is up to the sender. */
export type Race = {
  pid: string;
  owner: { headers: Record<string, string> };
  people: readonly Pick<Caller, 'uid' | 'headers'>[];
  send: (headers: Record<string, string>, method: Method, path: string, body?: object) => Promise<Answer>;
};

export type Answer = { status: number; text: string };

/** Sends one request to each of several server processes in turn. */
export function overProcesses(urls: readonly string[]): Race['send'] {
  let turn = 0;
  return async (headers, method, path, body) => {
    const response = await fetch(`${urls[(turn += 1) % urls.length] ?? ''}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
}

const pathOf = ({ pid }: Race, path: string): string => `/api/projects/${pid}/tasks${path}`;

async function asOwner<T>(race: Race, method: Method, path: string, body?: object): Promise<T> {
  const { status, text } = await race.send(race.owner.headers, method, pathOf(race, path), body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

async function createTask(race: Race, day: string, capacity: number): Promise<string> {
  const times = { starts_at: `${day}T08:00:00Z`, ends_at: `${day}T10:00:00Z` };
  const { id } = await asOwner<{ id: string }>(race, 'POST', '', { title: 'Desk', capacity, ...times });
  return id;
}

/** How many answers had each status: `{ 204: 20, 202: 280 }`. */
const counted = (answers: readonly Answer[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]));

type Listed = { uid: string; position?: number };

async function listed(race: Race, path: string): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = await asOwner<{ data: Listed[]; next: string | null }>(race, 'GET', `${path}?limit=200${after}`);
    found.push(...page.data);
    cursor = page.next;
  }
  return found;
}

/** Who is on the task, and who waits for it at which position, in order. */
async function stateOf(race: Race, id: string) {
  const [joined, waiting] = [await listed(race, `/${id}/attendees`), await listed(race, `/${id}/waiting`)];
  return {
    joined: joined.length,
    people: new Set([...joined, ...waiting].map(({ uid }) => uid)).size,
    positions: waiting.map(({ position }) => position ?? 0),
  };
}

/**
 * Everybody joins one task at once and is willing to wait. Then `leaving` of them leave at once, with a place or without,
 * while their places go to those who wait.
 */
export async function raceForPlaces(race: Race, capacity: number, leaving: number) {
  const id = await createTask(race, '2030-08-01', capacity);
  const path = pathOf(race, `/${id}/attendance`);
  const joins = await Promise.all(race.people.map(({ headers }) => race.send(headers, 'PUT', path, { wait: true })));
  const full = await stateOf(race, id);
  const leaves = await Promise.all(
    race.people.slice(0, leaving).map(({ headers }) => race.send(headers, 'DELETE', path)),
  );
  return { joins: counted(joins), full, leaves: counted(leaves), left: await stateOf(race, id) };
}

/**
 * As many people as there are `offers` have a task each, all at the same time, and offer their places. Everybody else
 * tries to take two of them at once, which nobody may succeed with.
 */
export async function raceForOffers(race: Race, offers: number) {
  const givers = race.people.slice(0, offers);
  const tasks: string[] = [];
  for (const { headers } of givers) {
    const id = await createTask(race, '2030-08-02', 1);
    for (const path of ['attendance', 'attendance/offer']) {
      const { status, text } = await race.send(headers, 'PUT', pathOf(race, `/${id}/${path}`), {});
      if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    }
    tasks.push(id);
  }
  const takes = race.people.slice(offers).flatMap(({ headers }, index) =>
    [index, index + 1 + Math.floor(index / offers)].map((wanted) => {
      const at = wanted % offers;
      return race.send(headers, 'PUT', pathOf(race, `/${tasks[at] ?? ''}/offers/${givers[at]?.uid ?? ''}/taken`));
    }),
  );
  const answers = await Promise.all(takes);
  const holders: string[] = [];
  for (const id of tasks) holders.push(...(await listed(race, `/${id}/attendees`)).map(({ uid }) => uid));
  return {
    taken: answers.filter(({ status }) => status < 300).length,
    broken: answers.filter(({ status }) => status >= 500).length,
    /** One for each task, none of them a giver, and nobody twice. */
    takers: new Set(holders.filter((uid) => !givers.some((giver) => giver.uid === uid))).size,
    places: holders.length,
  };
}

import { randomUUID } from 'node:crypto';
import type { TestApp } from '../app.ts';
import { createTask } from '../factories.ts';
import type { Caller, Crew } from '../world.ts';

type Task = { id: string; starts_at: string; ends_at: string };

/** A time relative to now, in minutes. */
export const inMinutes = ({ clock }: Pick<TestApp, 'clock'>, minutes: number): string =>
  new Date(clock.now().getTime() + minutes * 60_000).toISOString();

/** A task of the venue team around now, with these people on it. */
export async function taskNow(
  muster: TestApp,
  { pid }: Pick<Crew, 'pid'>,
  people: readonly { uid: string }[],
  { from = -60, to = 120, tid = 'venue' }: { from?: number; to?: number; tid?: string | null } = {},
): Promise<Task> {
  const [starts_at, ends_at] = [inMinutes(muster, from), inMinutes(muster, to)];
  const count = people.length;
  const id = await createTask(muster, pid, {
    tid,
    starts_at,
    ends_at,
    capacity: Math.max(100, count),
    attendee_count: count,
  });
  const rows = people.map(({ uid }) => ({ task_id: id, uid, created_at: starts_at }));
  if (count > 0) await muster.db.transaction((trx) => trx.insertInto('attendances').values(rows).execute());
  return { id, starts_at, ends_at };
}

export type ScanInput = { step?: string; at?: string; id?: string; [field: string]: unknown };

/** A device of the project, with functions that call the desk as it. */
export async function createDevice(muster: TestApp, crew: Crew, fields: { name?: string; tids?: string[] } = {}) {
  const created = await crew.inBrowser(crew.owner, 'POST', 'devices', { name: 'Entrance', ...fields });
  const { id, token, link } = created.json<{ id: string; token: string; link: string }>();
  const device: Caller = { uid: id, email: '', name: '', headers: { authorization: `Bearer ${token}` } };
  const send = (scans: readonly ScanInput[]) =>
    crew.as(device, 'POST', 'desk/scans', {
      scans: scans.map((scan) => ({ id: randomUUID(), at: muster.clock.now().toISOString(), step: 'arrive', ...scan })),
    });
  return {
    id,
    token,
    link,
    device,
    send,
    results: async (scans: readonly ScanInput[]) =>
      (await send(scans)).json<{ results: { id: string; result: string }[] }>().results.map(({ result }) => result),
    desk: (since?: string) => crew.as(device, 'GET', `desk${since === undefined ? '' : `?since=${since}`}`),
  };
}

export const codeOf = async ({ as }: Crew, person: Caller): Promise<string> =>
  (await as(person, 'GET', 'me/code')).json<{ code: string }>().code;

import { randomUUID } from 'node:crypto';
import type { Race } from './sign-up-races.ts';
import type { Method } from '../world.ts';

type Scan = { id: string; at: string; uid: string; step: string; task?: string; hand_out?: string };
type Sent = { id: string; step: string; result: string };

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/**
 * For each person, all at once: two devices send the same arrival, one of them the departure a second later, and both
 * hand out the same thing. Everything of a person happens at the same time of the clock, in whatever order they are served.
 */
export async function raceAtDesk(race: Race) {
  const call = async <T>(method: Method, path: string, body?: object, headers = race.owner.headers): Promise<T> => {
    const { status, text } = await race.send(headers, method, `/api/projects/${race.pid}/${path}`, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  const times = { starts_at: inSeconds(300), ends_at: inSeconds(7200) };
  const task = await call<{ id: string }>('POST', 'tasks', { title: 'Door', capacity: race.people.length, ...times });
  for (const { uid } of race.people) await call('PUT', `tasks/${task.id}/attendees/${uid}`);
  const shirt = await call<{ id: string }>('POST', 'hand-outs', { name: 'Shirt', audience: { everyone: true } });
  const devices: { authorization: string }[] = [];
  for (const name of ['Gate', 'Crew room']) {
    const { token } = await call<{ token: string }>('POST', 'devices', { name });
    devices.push({ authorization: `Bearer ${token}` });
  }
  const [gate, crew] = devices;
  const [arrived, left] = [inSeconds(0), inSeconds(1)];
  const send = async (device: typeof gate, scan: Scan): Promise<Sent> => {
    const { results } = await call<{ results: { id: string; result: string }[] }>(
      'POST',
      'desk/scans',
      { scans: [scan] },
      device,
    );
    return { id: scan.id, step: scan.step, result: results[0]?.result ?? '' };
  };
  const answers = await Promise.all(
    race.people.flatMap(({ uid }) => {
      const arrive = { id: randomUUID(), at: arrived, uid, step: 'arrive', task: task.id };
      const leave = { ...arrive, id: randomUUID(), at: left, step: 'leave' };
      const handOut = () => ({ id: randomUUID(), at: arrived, uid, step: 'hand_out', hand_out: shirt.id });
      return [send(gate, arrive), send(crew, leave), send(crew, arrive), send(gate, handOut()), send(crew, handOut())];
    }),
  );
  type Marks = { state: string; arrived_at: string; left_at: string };
  const { data } = await call<{ data: Marks[] }>('GET', `tasks/${task.id}/attendees?limit=200`);
  const given = await call<{ data: { uid: string }[] }>('GET', `hand-outs/${shirt.id}/given?limit=200`);
  const resultsOf = (step: string) => answers.filter((one) => one.step === step).map(({ result }) => result);
  return {
    arrivals: [...new Set(resultsOf('arrive'))],
    departures: [...new Set(resultsOf('leave'))],
    handOuts: resultsOf('hand_out').toSorted(),
    given: given.data.map(({ uid }) => uid).toSorted(),
    marked: data.filter((marks) => marks.arrived_at === arrived && marks.left_at === left).length,
    states: [...new Set(data.map(({ state }) => state))],
  };
}

import type { TestApp } from '../app.ts';
import type { PlannedEvent } from './planned-event.ts';
import type { Caller, Method } from '../world.ts';

const hour = 3_600_000;

/** What was done, and the status of the answer, for the message of a failed test. `as`: the way, where an act has several. */
export type Move = { what: string; status: number; as?: string };

type Doing = { muster: TestApp; event: PlannedEvent; steps: string[]; drafts: string[] };
type Act = (doing: Doing) => Promise<Move>;

async function send({ muster, event }: Doing, who: Caller, method: Method, path: string, payload?: object) {
  const url = `/api/projects/${event.pid}/${path}`;
  const options = { method, url, headers: who.headers, ...(payload === undefined ? {} : { payload }) };
  const response = await muster.app.inject(options);
  const name = [event.owner, ...event.people].find(({ uid }) => uid === who.uid)?.name ?? '';
  return {
    move: { what: `${name} ${method} ${path} ${JSON.stringify(payload)}`, status: response.statusCode },
    response,
  };
}

const nobody = { what: 'nothing', status: 0 };
const anybody = ({ event }: Doing): Caller => event.chance.oneOf(event.people, event.member);
const planner = ({ event }: Doing): Caller => event.chance.oneOf([event.owner, event.chief], event.owner);

async function anyTask({ muster, event }: Doing): Promise<string> {
  const rows = await muster.db.read
    .selectFrom('tasks')
    .select('id')
    .where('pid', '=', event.pid)
    .orderBy('id')
    .execute();
  return event.chance.oneOf(rows, undefined)?.id ?? '';
}

/** A task without free places, for which people can wait; any task if there is none. */
async function fullTask(doing: Doing): Promise<string> {
  const { muster, event } = doing;
  const rows = await muster.db.read
    .selectFrom('tasks')
    .select('id')
    .where('pid', '=', event.pid)
    .where('joining', '=', 'open')
    .whereRef('attendee_count', '>=', 'capacity')
    .orderBy('id')
    .execute();
  return event.chance.oneOf(rows, undefined)?.id ?? anyTask(doing);
}

type Row = { task_id: string; uid: string };

/** A random row of a table with people and tasks of this event. */
async function anyRow(
  { muster, event }: Doing,
  table: 'place_offers' | 'join_requests' | 'attendances' | 'help_requests',
) {
  const rows: Row[] = await muster.db.read
    .selectFrom(table)
    .select(['task_id', 'uid'])
    .where('task_id', 'in', (eb) => eb.selectFrom('tasks').select('id').where('pid', '=', event.pid))
    .orderBy('task_id')
    .orderBy('uid')
    .execute();
  const row = event.chance.oneOf(rows, undefined);
  const person = event.people.find(({ uid }) => uid === row?.uid);
  return row === undefined || person === undefined ? undefined : { task: row.task_id, person };
}

const asMove = async (sent: ReturnType<typeof send>): Promise<Move> => (await sent).move;

const acts: Record<string, Act> = {
  join: async (doing) => asMove(send(doing, anybody(doing), 'PUT', `tasks/${await anyTask(doing)}/attendance`, {})),
  wait: async (doing) =>
    asMove(send(doing, anybody(doing), 'PUT', `tasks/${await fullTask(doing)}/attendance`, { wait: true })),
  leave: async (doing) => {
    const row = await anyRow(doing, 'attendances');
    return row === undefined ? nobody : asMove(send(doing, row.person, 'DELETE', `tasks/${row.task}/attendance`));
  },
  assign: async (doing) => {
    const [task, row] = [await anyTask(doing), await anyRow(doing, 'attendances')];
    const instead = row !== undefined && doing.event.chance.isTrue(0.5);
    const { uid } = instead ? row.person : anybody(doing);
    const query = instead ? `?instead_of=${row.task}` : '';
    return asMove(send(doing, planner(doing), 'PUT', `tasks/${task}/attendees/${uid}${query}`));
  },
  offer: async (doing) => {
    const [row, other] = [await anyRow(doing, 'attendances'), await anyRow(doing, 'attendances')];
    if (row === undefined || other === undefined) return nobody;
    const isSwap = other.person.uid !== row.person.uid && other.task !== row.task;
    const swaps = isSwap ? { to: other.person.uid, for: other.task } : {};
    return asMove(send(doing, row.person, 'PUT', `tasks/${row.task}/attendance/offer`, swaps));
  },
  take: async (doing) => {
    const row = await anyRow(doing, 'place_offers');
    if (row === undefined) return nobody;
    const offer = await doing.muster.db.read
      .selectFrom('place_offers')
      .select(['to_uid', 'for_task'])
      .where('task_id', '=', row.task)
      .where('uid', '=', row.person.uid)
      .executeTakeFirst();
    const taker = doing.event.people.find(({ uid }) => uid === offer?.to_uid) ?? anybody(doing);
    const taken = await asMove(send(doing, taker, 'PUT', `tasks/${row.task}/offers/${row.person.uid}/taken`));
    return { ...taken, as: offer?.for_task == null ? 'take' : 'swap' };
  },
  approve: async (doing) => {
    const row = await anyRow(doing, 'join_requests');
    if (row === undefined) return nobody;
    const path = `tasks/${row.task}/requests/${row.person.uid}`;
    const approved = doing.event.chance.isTrue(0.8);
    const decided = await asMove(send(doing, doing.event.owner, 'PUT', path, { approved }));
    return { ...decided, as: approved ? 'approve' : 'decline' };
  },
  help: async (doing) => {
    const row = await anyRow(doing, 'help_requests');
    if (row === undefined) {
      return asMove(
        send(doing, doing.event.owner, 'POST', `tasks/${await anyTask(doing)}/help-requests`, { people: 4 }),
      );
    }
    return asMove(send(doing, row.person, 'PUT', `tasks/${row.task}/help-request`, { answer: 'yes' }));
  },
  move: async (doing) => {
    const { chance, start } = doing.event;
    const from = start + chance.upTo(60) * (hour / 2);
    return asMove(
      send(doing, doing.event.owner, 'PATCH', `tasks/${await anyTask(doing)}`, {
        starts_at: new Date(from).toISOString(),
        ends_at: new Date(from + (1 + chance.upTo(4)) * hour).toISOString(),
        release_conflicting: chance.isTrue(0.5),
      }),
    );
  },
  bulk: async (doing) => {
    const { chance, kinds } = doing.event;
    const ids = new Set([await anyTask(doing), await anyTask(doing), await anyTask(doing)]);
    const change = chance.oneOf<object>(
      [
        { move_minutes: 30 * (chance.upTo(12) - 6) || 30 },
        { set: { kind: chance.oneOf([...kinds, null], null) } },
        { set: { capacity: 1 + chance.upTo(4) } },
        { delete: true },
      ],
      {},
    );
    return step(doing, 'POST', `tasks/changes?release=${chance.isTrue(0.7)}`, {
      tasks: [...ids].map((id) => ({ id })),
      ...change,
    });
  },
  series: async (doing) => {
    const { chance, start, pid } = doing.event;
    const row = await doing.muster.db.read
      .selectFrom('task_series')
      .select('id')
      .where('pid', '=', pid)
      .executeTakeFirst();
    const times = { every_minutes: 60 * (1 + chance.upTo(3)), from: `0${6 + chance.upTo(4)}:00`, to: '18:00' };
    if (row !== undefined) {
      const changed = await step(doing, 'PATCH', `task-series/${row.id}?release=${chance.isTrue(0.7)}`, times);
      return { ...changed, as: 'series change' };
    }
    const days = [new Date(start).toISOString().slice(0, 10)];
    return step(doing, 'POST', 'task-series', { title: 'Desk', days, capacity: 2, ...times });
  },
  undo: async (doing) => {
    const id = doing.steps.pop();
    return id === undefined ? nobody : asMove(send(doing, doing.event.owner, 'POST', `planning-steps/${id}/undo`));
  },
  /** Hours pass: what was offered lapses, and places that are free go to those who wait. */
  time: async ({ muster, event }) => {
    muster.clock.advance((1 + event.chance.upTo(5)) * 3600);
    await muster.services.jobList.find(({ name }) => name === 'places')?.run(new AbortController().signal);
    return { what: 'time passes', status: 0 };
  },
  /** Begins a draft, or applies one that was made before what has happened since. */
  draft: async (doing) => {
    const id = doing.drafts.pop();
    if (id !== undefined) {
      const applied = await asMove(send(doing, doing.event.owner, 'PUT', `allocations/${id}/applied`));
      return { ...applied, as: 'draft applied' };
    }
    const wish = { keep: doing.event.chance.isTrue(0.5) };
    const { move, response } = await send(doing, doing.event.owner, 'POST', 'allocations', wish);
    if (response.statusCode === 202) doing.drafts.push(response.json().id);
    await doing.muster.services.draftRunner.drain();
    return move;
  },
};

async function step(doing: Doing, method: Method, path: string, payload: object): Promise<Move> {
  const { move, response } = await send(doing, doing.event.owner, method, path, payload);
  const id: unknown = response.statusCode < 300 ? response.json().step : null;
  if (typeof id === 'string') doing.steps.push(id);
  return move;
}

const actNames = Object.keys(acts);

/** Each has to succeed at least once. */
export const wayNames = [
  ...actNames.filter((name) => name !== 'time'),
  'swap',
  'series change',
  'draft applied',
  'waiting list',
];

/** How many places the system gave to people who waited. */
export async function countGiven({ db }: TestApp, { pid }: PlannedEvent): Promise<number> {
  const given = db.read.selectFrom('audit').select('id').where('pid', '=', pid).where('actor', 'is', null);
  return (await given.where('kind', '=', 'attendance.added').execute()).length;
}

/** Does something at random. Ways that people use most come most often; drafts take a thread each. */
export function mover(muster: TestApp, event: PlannedEvent, withDraft: boolean) {
  const doing: Doing = { muster, event, steps: [], drafts: [] };
  const often = ['join', 'join', 'join', 'wait', 'wait', 'assign', 'offer', 'offer', 'take', 'take', 'take'];
  const names = [...actNames.filter((name) => name !== 'draft'), ...often];
  return async (turn: number): Promise<Move & { way: string }> => {
    const isDraft = withDraft && (turn === 8 || turn === 16);
    const way = isDraft ? 'draft' : event.chance.oneOf(names, 'join');
    return { way, ...(await (acts[way] ?? (async () => nobody))(doing)) };
  };
}

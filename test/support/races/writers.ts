import { setTimeout as sleep } from 'node:timers/promises';
import { createProject, createTask, createTeam } from '../factories.ts';
import type { TestContext } from '../factories.ts';
import { createCaller } from '../world.ts';
import type { Caller } from '../world.ts';

export type WriteScenario = { pid: string; shift: string; owner: Caller; writers: Caller[] };

const places = 3;
/** Leaves processor time for what the tests do meanwhile. */
const pauseMs = 20;

/** A project in which more people write than a team and a task have room for. */
export async function createWriteScenario(context: TestContext, count = 6): Promise<WriteScenario> {
  const owner = await createCaller(context);
  const writers = await Promise.all(Array.from({ length: count }, () => createCaller(context)));
  const pid = await createProject(context, { owners: [owner] });
  await createTeam(context, pid, { tid: 'all', members: writers });
  await createTeam(context, pid, { tid: 'few', headcount: places });
  const shift = await createTask(context, pid, { title: 'shift', capacity: places });
  return { pid, shift, owner, writers };
}

/** The acknowledged writes. A place is unknown from the request until its response. */
export type WriteLog = {
  tasks: string[];
  names: Map<string, string | undefined>;
  onShift: Map<string, boolean | undefined>;
  inFew: Map<string, boolean | undefined>;
  mailAsked: Set<string>;
  mailTaken: Set<string>;
  acknowledgedAtMs: number[];
  /** Counts of responses by status, and of lost connections. */
  answers: Map<string, number>;
  /** Responses that no failure may cause. */
  wrong: string[];
};

const emptyLog = (): WriteLog => ({
  tasks: [],
  names: new Map(),
  onShift: new Map(),
  inFew: new Map(),
  mailAsked: new Set(),
  mailTaken: new Set(),
  acknowledgedAtMs: [],
  answers: new Map(),
  wrong: [],
});

class Stopped extends Error {}

type Request = { method: string; path: string; headers: Record<string, string>; body?: object };

/** Sends writes of every kind to whichever server is available, until stopped. */
export function startWriting(scenario: WriteScenario, door: () => string | undefined, { mail = true } = {}) {
  const writes = emptyLog();
  const stopping = new AbortController();
  const count = (what: string) => void writes.answers.set(what, (writes.answers.get(what) ?? 0) + 1);

  const ask = async ({ method, path, headers, body }: Request): Promise<number | undefined> => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const base = door();
    if (base === undefined) return undefined;
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { ...headers, ...json },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
      .then(
        async (response) => ({ response, text: await response.text() }),
        () => undefined,
      )
      .catch(() => undefined);
    count(answer === undefined ? 'lost' : String(answer.response.status));
    if (answer === undefined) return undefined;
    const { response, text } = answer;
    if (response.ok) writes.acknowledgedAtMs.push(performance.now());
    const fine = response.ok || response.status === 409 || response.status === 503;
    const late = response.status === 503 && response.headers.get('retry-after') === null;
    if ((!fine || late) && writes.wrong.length < 5) writes.wrong.push(`${method} ${path}: ${response.status} ${text}`);
    return response.status;
  };

  /** Repeats the request until it gets a response, as a client should. All of them are safe to repeat. */
  const insist = async (request: Request): Promise<number> => {
    for (;;) {
      if (stopping.signal.aborted) throw new Stopped();
      const status = await ask(request);
      if (status !== undefined && status !== 503) return status;
      await sleep(25);
    }
  };

  const steps = [...stepsOf(scenario, writes, insist), ...(mail ? [mailStep(writes, ask)] : [])];
  const work = async (writer: Caller, index: number) => {
    for (let round = 0; ; round += 1) {
      for (const step of steps) {
        await step(writer, `${index}-${round}`);
        await sleep(pauseMs);
      }
    }
  };
  const running = scenario.writers.map((writer, index) =>
    work(writer, index).catch((error: unknown) => {
      if (!(error instanceof Stopped)) throw error;
    }),
  );
  return {
    writes,
    stop: async (): Promise<WriteLog> => {
      stopping.abort();
      await Promise.all(running);
      return writes;
    },
    /** Resolves when `more` further writes have been acknowledged. */
    until: async (more: number): Promise<void> => {
      const enough = writes.acknowledgedAtMs.length + more;
      while (writes.acknowledgedAtMs.length < enough) await sleep(5);
    },
  };
}

export type Writing = ReturnType<typeof startWriting>;

type Step = (writer: Caller, mark: string) => Promise<void>;
type Ask = (request: Request) => Promise<number | undefined>;

function stepsOf(
  { pid, shift, owner }: WriteScenario,
  writes: WriteLog,
  insist: (request: Request) => Promise<number>,
): Step[] {
  const project = `/api/projects/${pid}`;
  const place =
    (state: Map<string, boolean | undefined>, method: 'PUT' | 'DELETE', path: (uid: string) => string) =>
    async ({ uid, headers }: Caller): Promise<void> => {
      const was = state.get(uid);
      state.set(uid, undefined);
      const who = path(uid).includes('/members/') ? owner.headers : headers;
      const status = await insist({ method, path: path(uid), headers: who });
      state.set(uid, status === 204 ? method === 'PUT' : status === 409 ? false : was);
    };
  const onShift = () => `${project}/tasks/${shift}/attendance`;
  const inFew = (uid: string) => `${project}/teams/few/members/${uid}`;

  return [
    async (_, mark) => {
      const headers = { ...owner.headers, 'idempotency-key': mark };
      const body = {
        title: mark,
        starts_at: '2099-01-01T09:00:00.000Z',
        ends_at: '2099-01-01T10:00:00.000Z',
        capacity: 1,
      };
      if ((await insist({ method: 'POST', path: `${project}/tasks`, headers, body })) === 201) writes.tasks.push(mark);
    },
    place(writes.onShift, 'PUT', onShift),
    place(writes.inFew, 'PUT', inFew),
    async ({ uid, headers }, mark) => {
      writes.names.set(uid, undefined);
      const body = { name: mark, intro: '', listing: 'public', resume_public: false, history_public: true };
      if ((await insist({ method: 'PUT', path: '/api/me/profile', headers, body })) === 200)
        writes.names.set(uid, mark);
    },
    place(writes.onShift, 'DELETE', onShift),
    place(writes.inFew, 'DELETE', inFew),
  ];
}

/** Not repeated: without a response the mail may or may not be sent. */
function mailStep(writes: WriteLog, ask: Ask): Step {
  return async (_, mark) => {
    const email = `mail-${mark}@example.org`;
    writes.mailAsked.add(email);
    const path = '/api/sign-in/email';
    if ((await ask({ method: 'POST', path, headers: {}, body: { email } })) === 202) writes.mailTaken.add(email);
  };
}

import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InjectOptions } from 'light-my-request';
import type { TestApp } from '../support/app.ts';
import { canariesOf, plantCanaries } from '../support/planted/canaries.ts';
import type { Received } from '../support/conformance.ts';
import { bearer, browserOf, tokenOf } from '../support/factories.ts';
import { stateOf } from '../support/world/world-state.ts';
import { createWorld } from '../support/world/create-world.ts';
import { roles } from '../support/world/world-types.ts';
import type { World } from '../support/world/world-types.ts';
import { urlOf, drafter } from './drafts.ts';
import type { Draft, Header } from './drafts.ts';
import { canBeHeld, sendHeld } from './held.ts';
import { judge } from './judge.ts';
import type { Actor, Violation, Judge } from './judge.ts';
import { randomAt } from './random.ts';
import type { Random } from './random.ts';
import { smallest } from './smallest.ts';
import { poolOf } from './values.ts';
import { exchange, firstResponse, plain, wireOf } from './wire.ts';

export type FuzzOptions = {
  seed: number;
  /** Index of the first request in the sequence. */
  from: number;
  requests: number;
  /** How many of a thousand are sent as raw bytes over a real connection. */
  overSocket: number;
  /** How many of a thousand are held between headers and body while the caller loses their rights. */
  held: number;
  onProgress?: (done: number) => void;
};

export type Finding = Violation & { index: number; asRole: string; request: string };

const batchSize = 900;
const maxFindings = 12;
const maxAttempts = 5;

type Caller = { actor: Actor; emails: string[]; secrets: string[]; credentials: Header[][] };

/** Sends the requests and returns one finding for each kind of violation. */
export async function fuzz(muster: TestApp, options: FuzzOptions): Promise<Finding[]> {
  if (!muster.app.server.listening) await muster.app.listen({ port: 0, host: '127.0.0.1' });
  const run = { muster, draft: drafter(muster), judge: judge(muster), options, findings: new Map<string, Finding>() };
  const end = options.from + options.requests;
  for (let first = options.from; first < end && run.findings.size < maxFindings; first += batchSize) {
    await runBatch(run, first, Math.min(end, first + batchSize));
    options.onProgress?.(Math.min(end, first + batchSize) - options.from);
  }
  return [...run.findings.values()];
}

type Run = {
  muster: TestApp;
  draft: ReturnType<typeof drafter>;
  judge: Judge;
  options: FuzzOptions;
  findings: Map<string, Finding>;
};

/** One foreign world that must not change, and one world per role for its caller. */
async function runBatch(run: Run, first: number, end: number): Promise<void> {
  const { muster, options } = run;
  const foreign = await createWorld(muster, 'member');
  await plantCanaries(muster, foreign);
  const callers: Caller[] = [];
  for (const role of roles) callers.push(await callerIn(muster, role, foreign));
  const before = await stateOf(muster.db, foreign);
  muster.logs.length = 0;
  for (let index = first; index < end; index += 1) {
    const random = randomAt(options.seed, index);
    const at = random.below(callers.length);
    const caller = callers[at];
    if (caller === undefined) throw new Error('no caller');
    if (await sendOne(run, caller, index, random)) callers[at] = await callerIn(muster, caller.actor.role, foreign);
  }
  const record = (rule: string, detail: string) =>
    keep(run, { rule, detail }, end - 1, 'any', `somewhere from ${first} on`);
  if ((await stateOf(muster.db, foreign)) !== before) record('foreign change', foreign.pid);
  const log = logViolation(muster.logs, [...callers, { actor: { own: foreign }, secrets: [], emails: [] }]);
  if (log !== undefined) record('log', log);
}

async function callerIn(muster: TestApp, role: (typeof roles)[number], foreign: World): Promise<Caller> {
  const own = await createWorld(muster, role);
  const { email } = await plantCanaries(muster, own);
  const foreignEmail = `${canariesOf(foreign).email}@example.org`;
  if (role === 'visitor') {
    return { actor: { role, own, foreign }, emails: [email, foreignEmail], secrets: [], credentials: [[]] };
  }
  const person = { uid: own.caller };
  const [cookie, token] = [await browserOf(muster, person), await tokenOf(muster, person)];
  return {
    actor: { role, own, foreign },
    emails: [email, foreignEmail, `${own.caller}@example.org`],
    secrets: [token, (cookie['cookie'] ?? '').split('=')[1] ?? ''],
    credentials: [Object.entries(cookie), Object.entries(cookie), Object.entries(bearer(token))],
  };
}

/** Returns true when the caller must be created again: signed out, or the account erased. */
async function sendOne(run: Run, caller: Caller, index: number, random: Random): Promise<boolean> {
  const { actor, emails, credentials } = caller;
  // An administrator may change everything, so their writes stay in their own world.
  const reach = actor.role === 'administrator' && random.chance(0.5) ? actor.own : actor.foreign;
  const draft = run.draft(random, poolOf(actor.own, reach, emails), random.pick(credentials));
  if (actor.role === 'administrator' && reach === actor.foreign) draft.method = 'GET';
  if (
    actor.role !== 'visitor' &&
    actor.role !== 'suspended' &&
    canBeHeld(draft) &&
    random.below(1000) < run.options.held
  ) {
    const found = await sendHeld(run.muster, actor, draft, random);
    if (found !== undefined) keep(run, found, index, actor.role, textOf(draft), keyOf(found, draft));
    return true;
  }
  const send = random.below(1000) < run.options.overSocket ? overSocket : inProcess;
  const found = await attempt(run, actor, draft, send, index);
  if (found !== undefined && !run.findings.has(keyOf(found, draft))) {
    const again = async (one: Draft) => (await attempt(run, actor, one, send, index))?.rule === found.rule;
    keep(run, found, index, actor.role, textOf(await smallest(draft, again)), keyOf(found, draft));
  }
  if (actor.role === 'visitor' || actor.role === 'suspended' || !/DELETE|POST/.test(draft.method)) return false;
  const { statusCode } = await run.muster.app.inject({
    url: '/api/me/sessions',
    headers: Object.fromEntries(random.chance(0.5) ? (credentials[0] ?? []) : (credentials.at(-1) ?? [])),
  });
  return statusCode === 401;
}

/** `altered`: the bytes sent differ from the draft. */
type Sent = { answer: Received | undefined; altered: boolean; violation?: Violation };
type Send = (muster: TestApp, draft: Draft, random: Random) => Promise<Sent>;

async function attempt(
  { muster, judge, options }: Run,
  actor: Actor,
  draft: Draft,
  send: Send,
  index: number,
): Promise<Violation | undefined> {
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    const { answer, altered, violation } = await send(muster, draft, randomAt(options.seed + 1, index));
    if (answer === undefined) return violation;
    // A busy machine returns 503 with Retry-After; a real failure repeats.
    const busy = answer.statusCode === 503 && answer.headers['retry-after'] !== undefined;
    if (!busy || attemptNumber === maxAttempts) return judge(actor, draft, answer, altered);
    await sleep(500);
  }
}

const inProcess: Send = async ({ app }, draft) => {
  const response = await app.inject({
    method: draft.method,
    url: urlOf(draft),
    headers: Object.fromEntries(draft.headers),
    ...(draft.body === undefined ? {} : { payload: draft.body }),
  } as InjectOptions);
  const { statusCode, headers, rawPayload } = response;
  return { answer: { statusCode, headers, body: plain(rawPayload, headers['content-encoding']) }, altered: false };
};

const overSocket: Send = async ({ app }, draft, random) => {
  const wire = wireOf(draft, random);
  const { received, hung } = await exchange((app.server.address() as AddressInfo).port, wire);
  const detail = wire.bytes.toString('latin1').slice(0, 1500);
  if (hung) return { answer: undefined, altered: true, violation: { rule: 'hung', detail } };
  const answer = firstResponse(received);
  // A malformed request may get no response; every other one must.
  if (answer === undefined && !wire.malformed)
    return { answer, altered: true, violation: { rule: 'no response', detail } };
  return { answer, altered: wire.malformed };
};

const keyOf = ({ rule, detail }: Violation, draft: Draft): string =>
  rule === 'document' || rule === 'status'
    ? `${rule} ${draft.method} ${draft.path.split('/').slice(0, 3).join('/')}`
    : `${rule} ${detail.slice(0, 12)}`;

function keep(run: Run, found: Violation, index: number, asRole: string, request: string, key = found.rule): void {
  run.findings.set(key, { ...found, index, asRole, request });
}

export function textOf(draft: Draft): string {
  const headers = draft.headers.map(([name, value]) => `${name}: ${JSON.stringify(value).slice(1, -1)}`);
  const body = draft.body === undefined ? [] : ['', JSON.stringify(draft.body.toString('latin1'))];
  return [`${draft.method} ${urlOf(draft)}`, ...headers, ...body].join('\n');
}

/** Every log line must be one JSON object without secret or private values. */
function logViolation(
  lines: readonly string[],
  callers: readonly { actor: { own: World }; secrets: string[]; emails: string[] }[],
): string | undefined {
  const words = callers.flatMap(({ actor, secrets, emails }) => [
    ...Object.values(canariesOf(actor.own)),
    ...secrets,
    ...emails,
  ]);
  for (const line of lines) {
    if (line.indexOf('\n') !== line.length - 1 || typeof JSON.parse(line) !== 'object') return `not one line: ${line}`;
    const word = words.find((one) => line.includes(one));
    if (word !== undefined) return `${word} in ${line}`;
  }
  return undefined;
}

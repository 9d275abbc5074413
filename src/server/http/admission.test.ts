import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { admissionControl } from './admission.ts';
import type { Load } from './admission.ts';

// The load is checked only when a test does.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** Admission with a clock and an idle share set by the test. */
function control({ databaseQueue = 0 } = {}) {
  const state = { idleShare: 0, nowMs: 0, warnings: [] as object[] };
  const admission = admissionControl({
    log: { warn: (fields) => void state.warnings.push(fields) },
    databaseQueue: () => databaseQueue,
    idleShare: () => state.idleShare,
    now: () => state.nowMs,
  });
  return { state, admission };
}
type Control = ReturnType<typeof control>;

function exchange({ isComplete = true } = {}) {
  const request = new IncomingMessage(new Socket());
  request.complete = isComplete;
  return { request, response: new ServerResponse(request) };
}

/** Makes so many checks, 25 ms apart. */
const check = ({ admission, state }: Control, times: number): void => {
  for (let i = 0; i < times; i += 1) {
    state.nowMs += 25;
    admission.check();
  }
};

/** One turn of the event loop with so many requests, which take a slot or are refused; in the order they ran. */
async function turn({ admission }: Control, count: number, work = () => {}) {
  const ran: [job: number, load: Load][] = [];
  const served: ServerResponse[] = [];
  for (let i = 0; i < count; i += 1)
    admission.submit((load) => {
      const { request, response } = exchange();
      ran.push([i, load]);
      if (load === 'normal') {
        served.push(response);
        admission.takeSlot(request, response);
      } else admission.refuse(response);
      work();
    });
  expect(ran).toEqual([]);
  await endOfTurn();
  return { ran, served, loads: ran.map(([, load]) => load), order: ran.map(([job]) => job) };
}

/** Overloaded, with 2 slots that are free. */
async function overloaded(): Promise<Control> {
  const controlled = control();
  check(controlled, 17);
  const { served } = await turn(controlled, 101);
  expect(served).toHaveLength(2);
  for (const response of served) controlled.admission.releaseSlot(response);
  check(controlled, 1);
  return controlled;
}

test('the requests of one event-loop turn are started together, oldest first', async () => {
  const { ran } = await turn(control(), 3);
  expect(ran).toEqual([
    [0, 'normal'],
    [1, 'normal'],
    [2, 'normal'],
  ]);
});

test('a burst of a thousand requests is served completely', async () => {
  const bursting = control();
  check(bursting, 16);
  expect(new Set((await turn(bursting, 1000)).loads)).toEqual(new Set(['normal']));
});

test('under overload the newest requests are started first and the oldest are rejected', async () => {
  const { ran } = await turn(await overloaded(), 4);
  expect(ran).toEqual([
    [3, 'normal'],
    [2, 'normal'],
    [1, 'slots taken'],
    [0, 'slots taken'],
  ]);
});

test('requests in progress count: with 101 of them the next one is rejected', async () => {
  const waiting = control({ databaseQueue: 1 });
  waiting.state.idleShare = 1;
  expect(new Set((await turn(waiting, 101)).loads)).toEqual(new Set(['normal']));
  check(waiting, 17);
  expect((await turn(waiting, 1)).loads).toEqual(['slots taken']);
});

test('under overload one turn serves ready responses for 1 ms', async () => {
  const controlled = await overloaded();
  const { loads } = await turn(controlled, 5, () => void (controlled.state.nowMs += 0.4));
  expect(loads).toEqual(['normal', 'normal', 'slots taken', 'too late', 'too late']);
});

test('a slot is released when the response is ready or the connection has closed', async () => {
  const controlled = await overloaded();
  const { served } = await turn(controlled, 3);
  const [first, second] = served;
  check(controlled, 1);
  expect((await turn(controlled, 1)).loads).toEqual(['slots taken']);
  if (first !== undefined) controlled.admission.releaseSlot(first);
  // Its close frees nothing more.
  first?.emit('close');
  check(controlled, 1);
  expect((await turn(controlled, 2)).loads).toEqual(['normal', 'slots taken']);
  second?.emit('close');
  check(controlled, 1);
  expect((await turn(controlled, 2)).loads).toEqual(['normal', 'slots taken']);
});

test('no more requests are started between two checks than there are slots', async () => {
  const controlled = await overloaded();
  const { served } = await turn(controlled, 2);
  for (const response of served) controlled.admission.releaseSlot(response);
  expect((await turn(controlled, 1)).loads).toEqual(['slots taken']);
  check(controlled, 1);
  expect((await turn(controlled, 1)).loads).toEqual(['normal']);
});

test('a request takes no slot until it has arrived completely', async () => {
  const controlled = await overloaded();
  const { admission } = controlled;
  const slow = exchange({ isComplete: false });
  admission.takeSlot(slow.request, slow.response);
  admission.refuse(exchange().response);
  check(controlled, 1);
  const { loads, served } = await turn(controlled, 3);
  expect(loads).toEqual(['normal', 'normal', 'slots taken']);
  slow.request.emit('end');
  for (const response of served) admission.releaseSlot(response);
  check(controlled, 1);
  expect((await turn(controlled, 2)).loads).toEqual(['normal', 'slots taken']);
});

test('the load is checked every 25 ms until it is stopped', async () => {
  const busy = control();
  busy.state.nowMs = 401;
  vi.advanceTimersByTime(24);
  expect((await turn(busy, 101)).order.slice(0, 3)).toEqual([0, 1, 2]);
  vi.advanceTimersByTime(1);
  expect((await turn(busy, 101)).order.slice(0, 3)).toEqual([100, 99, 98]);
  busy.admission.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('rejected requests are counted, and logged once the overload is over', async () => {
  const controlled = await overloaded();
  const { admission, state } = controlled;
  expect(admission.rejectedCount()).toBe(99);
  check(controlled, 5);
  expect(state.warnings).toEqual([]);
  state.idleShare = 1;
  check(controlled, 2);
  expect(state.warnings).toEqual([{ refused: 99 }]);
});

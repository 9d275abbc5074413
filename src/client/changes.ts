import { ApiProblem, problemOf } from './client.ts';
import type { ClientOptions } from './client.ts';
import type { Change } from './operations.ts';

export type FollowOptions = ClientOptions & {
  /** The `id` of the last change that you have processed; `latest`: only what follows. Without: the last 30 days. */
  after?: string;
  project?: string;
  /** Limits the changes to these kinds. */
  kinds?: readonly string[];
  /** Ends the generator. */
  signal?: AbortSignal;
  /** Called with the cursor to store: once you have processed a change, and now and then when there are none for you. */
  onCursor?: (cursor: string) => void | Promise<void>;
  /** Called after a connection has ended, with the reason and the time until the next attempt. */
  onReconnect?: (reason: unknown, waitMs: number) => void;
};

const firstWaitMs = 1000;
const maxWaitMs = 60_000;

/**
 * Follows the change feed, with reconnects. Store what `onCursor` gives you, and pass it as `after` next time: nothing is
 * lost, and nothing comes twice. Throws an `ApiProblem` when trying again does not help, such as
 * `revoked_token`, or `cursor_expired` after 30 days.
 */
export async function* followChanges(options: FollowOptions): AsyncGenerator<Change, void, undefined> {
  const { signal } = options;
  let cursor = options.after;
  let failures = 0;
  const isEnded = () => signal?.aborted ?? false;
  while (!isEnded()) {
    let retryMs = firstWaitMs;
    let reason: unknown;
    try {
      const response = await open(options, cursor);
      for await (const event of eventsOf(response)) {
        failures = 0;
        if (event.retryMs !== undefined) retryMs = event.retryMs;
        if (event.id !== undefined) cursor = event.id;
        if (event.data !== undefined) yield JSON.parse(event.data) as Change;
        if (event.id !== undefined) await options.onCursor?.(event.id);
      }
    } catch (error) {
      if (isEnded()) return;
      if (error instanceof ApiProblem && isFinal(error)) throw error;
      failures += 1;
      reason = error;
      const asked = error instanceof ApiProblem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
      retryMs = Math.max(asked, Math.min(maxWaitMs, firstWaitMs * 2 ** Math.min(failures, 6)));
    }
    options.onReconnect?.(reason, retryMs);
    await pause(retryMs, signal);
  }
}

/** Errors of the server, too many requests and broken connections pass. */
const isFinal = ({ status }: ApiProblem): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

async function open(options: FollowOptions, cursor: string | undefined): Promise<Response> {
  const { baseUrl, token, project, kinds, signal } = options;
  const query = new URLSearchParams({
    ...(cursor === undefined ? {} : { after: cursor }),
    ...(project === undefined ? {} : { project }),
    ...(kinds === undefined ? {} : { kinds: kinds.join(',') }),
  });
  const response = await (options.fetch ?? fetch)(`${baseUrl}/api/changes?${query.toString()}`, {
    headers: {
      accept: 'text/event-stream',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok) throw await problemOf(response);
  return response;
}

type StreamEvent = { id?: string; data?: string; retryMs?: number };

async function* eventsOf(response: Response): AsyncGenerator<StreamEvent, void, undefined> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) yield eventOf(block);
    }
  } finally {
    // The connection must not stay open, also when the caller leaves the loop.
    await reader.cancel().catch(() => {});
  }
}

function eventOf(block: string): StreamEvent {
  const event: StreamEvent = {};
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name === 'id') event.id = value;
    if (name === 'data') event.data = event.data === undefined ? value : `${event.data}\n${value}`;
    if (name === 'retry') event.retryMs = Number(value);
  }
  return event;
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done);
    if (signal?.aborted === true) done();
  });

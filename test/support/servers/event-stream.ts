import type { Change } from '../../../src/server/features/changes/changes.schema.ts';

export type EventStream = {
  status: number;
  /** The next change; undefined when the stream has ended. */
  next: () => Promise<Change | undefined>;
  take: (count: number) => Promise<Change[]>;
  /** The last cursor that was sent, also by a heartbeat. */
  lastId: () => string;
  [Symbol.asyncDispose]: () => Promise<void>;
};

/** A client of `GET /api/changes` as `EventSource` is one, but with headers. */
export async function openEventStream(url: string, headers: Record<string, string>): Promise<EventStream> {
  const stopping = new AbortController();
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: stopping.signal });
  let lastId = '';
  async function* read(): AsyncGenerator<Change> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(
          block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(' ') + 1)]),
        );
        lastId = fields.get('id') ?? lastId;
        const data = fields.get('data');
        if (data !== undefined) yield JSON.parse(data) as Change;
      }
    }
  }
  const changes = read();
  const next = async () => {
    // A connection that breaks ends the stream, too.
    const { value, done } = await changes.next().catch(() => ({ value: undefined, done: true }) as const);
    return done === true ? undefined : value;
  };
  return {
    status: response.status,
    next,
    take: async (count) => {
      const taken: Change[] = [];
      while (taken.length < count) {
        const change = await next();
        if (change === undefined) throw new Error(`the stream ended after ${taken.length} of ${count} changes`);
        taken.push(change);
      }
      return taken;
    },
    lastId: () => lastId,
    [Symbol.asyncDispose]: async () => stopping.abort(),
  };
}

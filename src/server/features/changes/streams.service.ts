import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../auth/gate.ts';
import type { Person } from '../../auth/caller.ts';
import type { OwnProjects } from '../../auth/project-role.ts';
import { changesTopic } from '../../db/db.ts';
import type { Db } from '../../db/db.ts';
import { fail, Problem } from '../../errors.ts';
import { isDbUnavailable } from '../../lib/db-unavailable.ts';
import { errorFields } from '../../lib/error-fields.ts';
import type { Clock } from '../../lib/clock.ts';
import { cursorOf, isShown } from './changes.policy.ts';
import type { Filter, Position, View } from './changes.policy.ts';
import { listAllChanges } from './changes.queries.ts';
import type { ChangeRow } from './changes.queries.ts';
import { presentChange, readChanges } from './changes.service.ts';

export const streamLimits = { perPerson: 10, perProcess: 1000 };

/** How often the feed is read while streams are open, and how long after one batch the next may follow. */
const everyMs = 250;
const heartbeatMs = 15_000;
const batchSize = 500;
const pageSize = 200;

type Log = { error: (fields: object, message: string) => void };
type Services = { db: Db; clock: Clock; log: Log; ownProjects: (caller: Person) => Promise<OwnProjects> };

type Stream = {
  request: FastifyRequest;
  response: ServerResponse;
  uid: string;
  /** Streams with the same credential have the same rights, which are read once per batch. */
  credential: string;
  filter: Filter;
  /** Undefined until the first page from the beginning has been read. */
  position: Position | undefined;
};

export type ChangeStreams = ReturnType<typeof changeStreams>;

/**
 * The change feed as server-sent events. Each stream first reads by pages until it has caught up; from then on it is
 * `live`, and one reader per process reads every change once for all of them. A stream whose client does not read leaves
 * the live ones, keeps no more than it was sent last, and reads by pages again once the client has taken that: slow
 * clients cost the others nothing.
 */
export function changeStreams({ db, clock, log, ownProjects }: Services) {
  const streams = new Set<Stream>();
  const live = new Set<Stream>();
  /** Up to which number every live stream has been sent all. */
  let liveSeq = 0;
  let isReading = false;
  let isStopped = false;
  let lastReadAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;

  /** Undefined if the caller has lost the access to the feed. */
  const viewOf = async (request: FastifyRequest): Promise<View | undefined> => {
    try {
      await request.confirmAccess?.();
      const caller = callerOf(request);
      return { caller, projects: await ownProjects(caller) };
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  };

  const viewsOf = async (some: Iterable<Stream>): Promise<Map<string, View | undefined>> => {
    const byCredential = new Map([...some].map(({ credential, request }) => [credential, request]));
    return new Map(
      await Promise.all(
        [...byCredential].map(async ([credential, request]) => [credential, await viewOf(request)] as const),
      ),
    );
  };

  const mayStay = (view: View | undefined, { filter: { project } }: Stream): view is View =>
    view !== undefined && (project === undefined || view.projects.has(project));

  const remove = (stream: Stream): void => {
    streams.delete(stream);
    live.delete(stream);
    if (live.size === 0) clearTimeout(timer);
    if (streams.size === 0) clearInterval(heartbeat);
  };

  const end = (stream: Stream): void => {
    remove(stream);
    stream.response.end();
  };

  const send = (stream: Stream, text: string): boolean => {
    if (text === '' || stream.response.write(text)) return true;
    live.delete(stream);
    stream.response.once('drain', () => void catchUp(stream));
    return false;
  };

  const catchUp = async (stream: Stream): Promise<void> => {
    try {
      while (streams.has(stream)) {
        const view = await viewOf(stream.request);
        if (!mayStay(view, stream)) return end(stream);
        const page = { filter: stream.filter, after: stream.position, limit: pageSize };
        const { rows, next, more } = await readChanges({ db, clock }, view, page);
        if (!streams.has(stream)) return;
        stream.position = next;
        if (!send(stream, rows.map(eventOf).join(''))) return;
        if (!more && (live.size === 0 || next.seq >= liveSeq)) return join(stream, next);
      }
    } catch (error) {
      // The client comes back with the last cursor.
      if (!isDbUnavailable(error)) log.error({ err: errorFields(error) }, 'a stream of changes failed');
      end(stream);
    }
  };

  const join = (stream: Stream, { seq }: Position): void => {
    if (live.size === 0) liveSeq = seq;
    live.add(stream);
    if (live.size === 1) schedule(everyMs);
  };

  const schedule = (delayMs: number): void => {
    clearTimeout(timer);
    if (live.size > 0 && !isReading) timer = setTimeout(() => void readLive(), delayMs);
  };

  /** One batch for all live streams. After an outage of the database it goes on where it was. */
  const readLive = async (): Promise<void> => {
    isReading = true;
    let hasMore = false;
    try {
      const upTo = await db.handle.changes.completeUpTo();
      const rows = await listAllChanges(db.read, { after: liveSeq, upTo, limit: batchSize });
      // After the rows: nobody is sent what happened after they lost the right to see it.
      const views = rows.length === 0 ? undefined : await viewsOf(live);
      // Nothing is awaited from here on: a stream that joins has seen what `liveSeq` says.
      if (views !== undefined) deliver(rows, views);
      hasMore = rows.length === batchSize;
      liveSeq = hasMore ? (rows.at(-1)?.seq ?? liveSeq) : Math.max(liveSeq, upTo);
    } catch (error) {
      if (!isDbUnavailable(error)) log.error({ err: errorFields(error) }, 'cannot read the change feed');
    }
    lastReadAt = performance.now();
    isReading = false;
    schedule(hasMore ? 0 : everyMs);
  };

  const deliver = (rows: readonly ChangeRow[], views: ReadonlyMap<string, View | undefined>): void => {
    const events = new Map(rows.map((row) => [row, eventOf(row)]));
    const texts = new Map<string, string>();
    const [first, last] = [rows[0]?.seq ?? 0, rows.at(-1)];
    for (const stream of live) {
      // It joined while the rights were read, and is sent these rows by its next page.
      if (!views.has(stream.credential)) {
        live.delete(stream);
        void catchUp(stream);
        continue;
      }
      const view = views.get(stream.credential);
      if (!mayStay(view, stream)) {
        end(stream);
        continue;
      }
      const seen = stream.position?.seq ?? 0;
      const key = `${stream.credential} ${filterKey(stream.filter)} ${Math.max(seen, first - 1)}`;
      const text =
        texts.get(key) ??
        rows
          .filter((row) => row.seq > seen && isShown(view, stream.filter, row))
          .map((row) => events.get(row))
          .join('');
      texts.set(key, text);
      if (last !== undefined && last.seq > seen) stream.position = { seq: last.seq, atMs: Date.parse(last.at) };
      send(stream, text);
    }
  };

  /**
   * When the process is full, the caller with the most streams loses the newest one to a caller with at least two fewer,
   * so that a few callers cannot lock out the others. Returns whether there is room now.
   */
  const makeRoomFor = (uid: string): boolean => {
    if (streams.size < streamLimits.perProcess) return true;
    const byPerson = Map.groupBy(streams, (stream) => stream.uid);
    const most = [...byPerson.values()].reduce((one, other) => (other.length > one.length ? other : one));
    const newest = most.at(-1);
    if (newest === undefined || most.length < (byPerson.get(uid)?.length ?? 0) + 2) return false;
    end(newest);
    return true;
  };

  /** Tells proxies and clients that the stream lives, moves the cursor on, and ends streams without rights. */
  const beat = async (): Promise<void> => {
    const views = await viewsOf(streams);
    for (const stream of streams) {
      if (!views.has(stream.credential)) continue;
      if (!mayStay(views.get(stream.credential), stream)) end(stream);
      else if (live.has(stream)) send(stream, `:\nid: ${cursorOf(livePosition(stream))}\n\n`);
    }
  };

  const livePosition = ({ position }: Stream): Position => ({
    seq: Math.max(liveSeq, position?.seq ?? 0),
    atMs: clock.now().getTime(),
  });

  db.listen(({ topic }) => {
    if (topic === changesTopic && live.size > 0) schedule(Math.max(0, lastReadAt + everyMs - performance.now()));
  });

  return {
    open: (request: FastifyRequest, reply: FastifyReply, filter: Filter, position: Position | undefined): void => {
      const { uid } = callerOf(request);
      if (isStopped) fail('unavailable', { headers: retryAfter });
      if ([...streams].filter((stream) => stream.uid === uid).length >= streamLimits.perPerson) refuseMore();
      if (!makeRoomFor(uid)) fail('overloaded', { headers: retryAfter });
      const { authorization, cookie } = request.headers;
      const response = reply.raw;
      const stream = { request, response, uid, credential: authorization ?? cookie ?? '', filter, position };
      streams.add(stream);
      response.once('close', () => remove(stream));
      if (streams.size === 1) heartbeat = setInterval(() => void beat().catch(() => {}), heartbeatMs);
      request.raw.streamsSince = performance.now();
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) response.setHeader(name, value);
      response.writeHead(200, eventStreamHeaders);
      // With the cursor, so that nothing is lost if the connection ends before the first change.
      const id = position === undefined ? '' : `id: ${cursorOf(position)}\n`;
      response.write(`retry: ${retryMs()}\n${id}\n`);
      void catchUp(stream);
    },
    beat,
    size: () => streams.size,
    /** Bytes that each client has not read yet. */
    buffered: () => [...streams].map(({ response }) => response.writableLength),
    /** Ends all streams; their clients come back to another process, or after the restart. */
    stop: (): void => {
      isStopped = true;
      for (const stream of streams) end(stream);
    },
  };
}

const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Some proxies would collect the events.
  'x-accel-buffering': 'no',
};

/** Random, so that the clients of a process that stops do not all come back at the same moment. */
const retryMs = (): number => 1000 + Math.floor(Math.random() * 2000);

const filterKey = ({ project = '', kinds }: Filter): string => `${project} ${[...(kinds ?? [])].join()}`;

function eventOf(row: ChangeRow): string {
  const change = presentChange(row);
  return `id: ${change.id}\ndata: ${JSON.stringify(change)}\n\n`;
}

const retryAfter = { 'retry-after': '5' };

const refuseMore = (): never =>
  fail('too_many_requests', {
    detail: `A person has at most ${streamLimits.perPerson} open streams`,
    headers: retryAfter,
  });

import { setTimeout as sleep } from 'node:timers/promises';
import { FetchFailed } from '../../../lib/outgoing/guarded-fetch.ts';
import type { FetchedResponse, FetchOptions, GuardedFetch } from '../../../lib/outgoing/guarded-fetch.ts';

/** The whole server cannot be synced now. The outcome contains nothing of its answer. */
export class ServerFailed extends Error {
  readonly outcome: string;

  constructor(outcome: string) {
    super(`the group server failed: ${outcome}`);
    this.outcome = outcome;
  }
}

/** One group cannot be synced; others can. */
export class GroupFailed extends ServerFailed {}

export type Answer = { status: number; json: unknown; location: string };
export type AskServer = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: Readonly<Record<string, unknown>>,
) => Promise<Answer>;

/** A page of 200 people with all their settings is smaller. */
const maxResponseBytes = 2_000_000;
const timeoutMs = 15_000;
const maxWaits = 5;
const maxWaitMs = 10_000;
const leastWaitMs = 100;

/**
 * Sends requests to a group server. If it asks to wait (429), waits a few times, and not for long. An answer that says nothing
 * about one person or group (401, 429, 5xx) fails the server.
 */
export const askServer =
  (guardedFetch: GuardedFetch, base: string, headers: Readonly<Record<string, string>>): AskServer =>
  async (method, path, body) => {
    const options: FetchOptions = {
      method,
      headers: { accept: 'application/json', ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs,
      maxResponseBytes,
    };
    for (let waits = 0; ; waits += 1) {
      const response = await fetchOnce(guardedFetch, base + path, options);
      const { status } = response;
      if (status === 429 && waits < maxWaits) {
        await sleep(waitMs(response));
        continue;
      }
      if (status === 401 || status === 429 || status >= 500) throw new ServerFailed(`http_${status}`);
      return { status, json: jsonIn(response), location: String(response.headers['location'] ?? '') };
    }
  };

async function fetchOnce(guardedFetch: GuardedFetch, url: string, options: FetchOptions): Promise<FetchedResponse> {
  try {
    return await guardedFetch(url, options);
  } catch (error) {
    if (error instanceof FetchFailed) throw new ServerFailed(error.code);
    throw error;
  }
}

/** Seconds from now, in `Retry-After` or as Mattermost says it. */
function waitMs({ headers }: FetchedResponse): number {
  const seconds = Number(headers['retry-after'] ?? headers['x-ratelimit-reset'] ?? 1);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds * 1000, leastWaitMs), maxWaitMs) : maxWaitMs;
}

/** Undefined for anything else, also if it was cut off. */
function jsonIn({ body }: FetchedResponse): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const maxEmailLength = 320;

/** Rejects what is no person, so that no nonsense is stored or put into a path. */
export function seenPerson(id: unknown, email: unknown, idFormat: RegExp): { id: string; email: string } {
  if (typeof id !== 'string' || !idFormat.test(id)) throw new ServerFailed('bad_response');
  if (typeof email !== 'string' || email.length > maxEmailLength) throw new ServerFailed('bad_response');
  return { id, email };
}

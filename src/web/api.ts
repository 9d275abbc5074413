import { ApiProblem, createClient } from '../client/client.ts';
import type { Client, ExchangeCredentials, Me } from '../client/client.ts';

export { ApiProblem } from '../client/client.ts';

/** Fifteen seconds without an answer is as good as no connection. */
const patienceMs = 15_000;
/** Why a session has ended: it ran out or was removed, or the account is suspended. */
export type SessionEnd = 'ended' | 'suspended';
const sessionEndedListeners = new Set<(end: SessionEnd) => void>();

/** Called when a call finds that the person is no longer signed in. */
export function onSessionEnded(listener: (end: SessionEnd) => void): () => void {
  sessionEndedListeners.add(listener);
  return () => void sessionEndedListeners.delete(listener);
}

type Asker = () => Promise<boolean>;
let asker: Asker | undefined;
let asking: Promise<boolean> | undefined;

/** Puts the question who is there to the person; the answer is whether they have proved it. */
export function answerProofWith(ask: Asker): () => void {
  asker = ask;
  return () => void (asker = undefined);
}

/** Calls that need a proof at the same time wait for one and the same answer. */
async function prove(): Promise<boolean> {
  asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => (asking = undefined));
  return asking;
}

const withheldListeners = new Set<() => void>();

/** Called when a call finds that a passkey is asked of the person. */
export function onRightsWithheld(listener: () => void): () => void {
  withheldListeners.add(listener);
  return () => void withheldListeners.delete(listener);
}

const client = createClient({
  baseUrl: '',
  fetch: (url, init) => fetch(url, { ...init, credentials: 'same-origin', signal: AbortSignal.timeout(patienceMs) }),
});

/** Tells everybody who wants to know when an answer says that the session is over. */
const watched =
  (ask: Client['read']): Client['read'] =>
  async (operation, input) => {
    try {
      return await ask(operation, input);
    } catch (error) {
      const code = error instanceof ApiProblem ? error.code : '';
      if (code === 'sign_in_again' && (await prove())) return client.read(operation, input);
      if (code === 'passkey_required') for (const listener of withheldListeners) listener();
      if (code === 'not_signed_in') for (const listener of sessionEndedListeners) listener('ended');
      // A suspended account is told so by signing in, too; there it is the answer and not the end of anything.
      if (code === 'suspended' && operation !== 'sign_in')
        for (const listener of sessionEndedListeners) listener('suspended');
      throw error;
    }
  };

/** Calls an operation of the API by its name; the answer's ETag goes with it, for `if-match`. */
export const read = watched(client.read);

/** The same, for the body alone. */
export const call: Client['call'] = async (operation, input) => (await read(operation, input)).body;

type LongCall = { signal: AbortSignal; onBytes: (bytes: number) => void };

/** For answers that may be long: tells how much has come. It may take its time, but not fall silent. */
export function longCall({ signal, onBytes }: LongCall): Client['call'] {
  const long = createClient({
    baseUrl: '',
    fetch: async (url, init) => {
      const silence = new AbortController();
      let timer = setTimeout(() => silence.abort(), patienceMs);
      const any = AbortSignal.any([signal, silence.signal]);
      const response = await fetch(url, { ...init, credentials: 'same-origin', signal: any });
      if (!response.ok || response.body === null) return response;
      let bytes = 0;
      const counting = new TransformStream<Uint8Array, Uint8Array>({
        transform: (piece, controller) => {
          clearTimeout(timer);
          timer = setTimeout(() => silence.abort(), patienceMs);
          bytes += piece.byteLength;
          onBytes(bytes);
          controller.enqueue(piece);
        },
        flush: () => clearTimeout(timer),
      });
      return new Response(response.body.pipeThrough(counting), response);
    },
  });
  const ask = watched(long.read);
  return async (operation, input) => (await ask(operation, input)).body;
}

/** The signed-in person, or null for a visitor. */
export async function fetchMe(): Promise<Me | null> {
  try {
    return await call('get_me', {});
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return null;
    throw error;
  }
}

export type TimedCredentials = ExchangeCredentials & { validForMs: number; deadlineMs: number };

/** How long they remain valid is reckoned by the server's clock, as this device's may be wrong; the deadline is on ours. */
export async function makeCredentials(): Promise<TimedCredentials> {
  const { body, answeredAtMs } = await read('create_exchange_credentials', {});
  const validForMs = Date.parse(body.expires_at) - answeredAtMs;
  return { ...body, validForMs, deadlineMs: Date.now() + validForMs };
}

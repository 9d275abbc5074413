import { ApiProblem, createClient, problemOf } from '../client/client.ts';
import type { Client } from '../client/client.ts';
import { noteSavedTime } from './saved-time.ts';

export { ApiProblem } from '../client/client.ts';

/** After this time without any data the connection counts as lost. */
const timeoutMs = 15_000;
/** Why a session ended: it expired or was removed, or the account was suspended. */
export type SessionEnd = 'ended' | 'suspended';
const sessionEndedListeners = new Set<(end: SessionEnd) => void>();

/** Called when an answer says that the person is no longer signed in. */
export function onSessionEnded(listener: (end: SessionEnd) => void): () => void {
  sessionEndedListeners.add(listener);
  return () => void sessionEndedListeners.delete(listener);
}

type Prompt = () => Promise<boolean>;
let prompt: Prompt | undefined;
let pendingProof: Promise<boolean> | undefined;

/** Sets the dialog that asks people to prove who they are; it resolves to whether they did. */
export function setProofPrompt(ask: Prompt): () => void {
  prompt = ask;
  return () => void (prompt = undefined);
}

/** Calls that need a proof at the same time share one dialog. */
async function prove(): Promise<boolean> {
  pendingProof ??= (prompt?.() ?? Promise.resolve(false)).finally(() => (pendingProof = undefined));
  return pendingProof;
}

const rightsWithheldListeners = new Set<() => void>();

/** Called when an answer says that the person's rights are withheld until they use a passkey. */
export function onRightsWithheld(listener: () => void): () => void {
  rightsWithheldListeners.add(listener);
  return () => void rightsWithheldListeners.delete(listener);
}

/** Texts of organisers come in the language of the page, which may not be that of the browser. */
let transport: typeof fetch = async (url, init) => {
  const headers = { ...(init?.headers as Record<string, string>), 'accept-language': document.documentElement.lang };
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { ...init, headers, credentials: 'same-origin', signal });
  noteSavedTime(response);
  return response;
};

/** For rendering on the server, where calls do not go through the network. */
export const setTransport = (send: typeof fetch): void => void (transport = send);

const client = createClient({ baseUrl: '', fetch: (url, init) => transport(url, init) });

/** Handles the errors that concern the whole page: a session that ended, and a proof that is needed first. */
const watched =
  (ask: Client['read']): Client['read'] =>
  async (operation, input) => {
    try {
      return await ask(operation, input);
    } catch (error) {
      const code = error instanceof ApiProblem ? error.code : '';
      if (code === 'sign_in_again' && (await prove())) return client.read(operation, input);
      if (code === 'passkey_required') for (const listener of rightsWithheldListeners) listener();
      if (code === 'not_signed_in') for (const listener of sessionEndedListeners) listener('ended');
      // Signing in to a suspended account gives the same code, but no session has ended.
      if (code === 'suspended' && operation !== 'sign_in')
        for (const listener of sessionEndedListeners) listener('suspended');
      throw error;
    }
  };

/** Calls an operation of the API by its name and returns the body with its ETag. */
export const read = watched(client.read);

/** Calls an operation of the API by its name and returns the body. */
export const call: Client['call'] = async (operation, input) => (await read(operation, input)).body;

/** Makes a call fail with 412 if the resource has changed since it was read. */
export const ifMatch = (etag: string | undefined): { headers: { 'if-match'?: string } } => ({
  headers: etag === undefined ? {} : { 'if-match': etag },
});

/** A response body with the ETag to send when changing it. */
export type Versioned<T> = { body: T; etag: string | undefined };

/** For `select`: the body alone of a query that keeps the ETag as well. */
export const bodyOf = <T>({ body }: Versioned<T>): T => body;

type DownloadOptions = { signal: AbortSignal; onBytes: (bytes: number) => void };

/** A client for large answers. It reports progress and times out only when no data arrives. */
export function downloadClient({ signal, onBytes }: DownloadOptions): Client['call'] {
  const streaming = createClient({
    baseUrl: '',
    fetch: async (url, init) => {
      const idle = new AbortController();
      let timer = setTimeout(() => idle.abort(), timeoutMs);
      const any = AbortSignal.any([signal, idle.signal]);
      const response = await fetch(url, { ...init, credentials: 'same-origin', signal: any });
      if (!response.ok || response.body === null) return response;
      let bytes = 0;
      const counting = new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          clearTimeout(timer);
          timer = setTimeout(() => idle.abort(), timeoutMs);
          bytes += chunk.byteLength;
          onBytes(bytes);
          controller.enqueue(chunk);
        },
        flush: () => clearTimeout(timer),
      });
      return new Response(response.body.pipeThrough(counting), response);
    },
  });
  const ask = watched(streaming.read);
  return async (operation, input) => (await ask(operation, input)).body;
}

/** Photos take long on a bad connection. */
const fileTimeoutMs = 120_000;

/** Loads a file as it is. What needs a proof asks for one, as other calls do. */
export async function readFile(path: string): Promise<Blob> {
  const load = async () => {
    const response = await fetch(path, { credentials: 'same-origin', signal: AbortSignal.timeout(fileTimeoutMs) });
    return response.ok ? response.blob() : Promise.reject(await problemOf(response));
  };
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw lostConnection();
    if (error.code === 'sign_in_again' && (await prove())) return load();
    throw error;
  }
}

const lostConnection = (): ApiProblem =>
  new ApiProblem({ type: 'about:blank', title: '', status: 0, detail: '', code: 'network', request_id: '' });

export type Sending = { body: Blob; onProgress: (part: number) => void };

/** Sends a file as the body, with progress, which `fetch` does not have. */
export const sendFile = <T>(path: string, { body, onProgress }: Sending): Promise<T> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.timeout = fileTimeoutMs;
    request.setRequestHeader('content-type', body.type);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    const fail = () => reject(lostConnection());
    request.addEventListener('error', fail);
    request.addEventListener('timeout', fail);
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      if (status < 300) return resolve(JSON.parse(responseText) as T);
      const headers = { 'content-type': request.getResponseHeader('content-type') ?? '' };
      void problemOf(new Response(responseText, { status, headers })).then(reject);
    });
    request.send(body);
  });

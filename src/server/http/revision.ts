import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import { etagOf, namesTag } from './etag.ts';

declare module 'fastify' {
  interface FastifyReply {
    revision: number | null;
  }
}

/** Sets the ETag of the response from its revision, for `If-Match`. */
export function withRevision<T>(reply: FastifyReply, revision: number, body: T): T {
  reply.revision = revision;
  return body;
}

/** The revision in `If-Match`; undefined without a condition. A tag in another format never matches. */
export function expectedRevision(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const revision = /^\s*"r(\d{1,15})-[\w-]+"\s*$/.exec(header)?.[1];
  return revision === undefined ? fail('stale') : Number(revision);
}

/**
 * An ETag on every JSON response to a read, and 304 where the caller has it already.
 * It holds the revision, for writes, and a hash, because what is shown can change without the row.
 */
export function addRevisionTags(app: FastifyInstance): void {
  app.decorateReply('revision', null);
  app.addHook('onSend', async (request, reply, payload) => {
    const readable = request.method === 'GET' || reply.revision !== null;
    if (!readable || typeof payload !== 'string' || reply.statusCode >= 300) return payload;
    const tag = `${reply.revision === null ? '' : `r${reply.revision}-`}${etagOf(payload)}`;
    reply.header('etag', `"${tag}"`);
    if (request.method !== 'GET' || !namesTag(request.headers['if-none-match'], tag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return '';
  });
}

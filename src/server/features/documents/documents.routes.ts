import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, callerOf, projectRoleOf } from '../../auth/gate.ts';
import { limits, personKey } from '../../auth/rate-limits.ts';
import { fail } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { findVersion, listVersions } from './documents.queries.ts';
import {
  Document,
  DocumentChanges,
  DocumentListParams,
  DocumentParams,
  Documents,
  DocumentVersion,
  DocumentVersions,
  NewDocument,
  NewVersion,
  VersionParams,
} from './documents.schema.ts';
import {
  changeDocument,
  createDocument,
  findVisible,
  publishVersion,
  readDocument,
  readDocuments,
  removeDocument,
} from './documents.service.ts';
import type { Reading } from './documents.service.ts';

export function documentRoutes(app: App, services: Services): void {
  const reading = (request: FastifyRequest): Reading => ({
    projectRole: projectRoleOf(request),
    uid: request.caller?.uid ?? null,
    now: services.clock.now(),
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply, id: string): Promise<Document> => {
    const { revision, document } = await readDocument(services.db.read, reading(request), id);
    return withRevision(reply, revision, document);
  };
  readRoutes(app, services, { reading, answer });
  versionRoutes(app, services, answer);
  writeRoutes(app, services, { reading, answer });
}

type Answer = (request: FastifyRequest, reply: FastifyReply, id: string) => Promise<Document>;
type Answers = { reading: (request: FastifyRequest) => Reading; answer: Answer };

function readRoutes(app: App, { db }: Services, { reading, answer }: Answers): void {
  app.get(
    '/api/projects/:pid/documents',
    {
      config: { translates: 'document', access: 'project:anyone', scope: 'project:read' },
      schema: {
        tags: ['Documents'],
        operationId: 'list_documents',
        summary: 'List the documents of a project',
        description:
          'In the order in which they were created, without their texts. Documents that nobody has to sign are for people ' +
          'and helpers of the project.',
        params: DocumentListParams,
        response: { 200: Ref(Documents) },
      },
    },
    async (request) => ({ data: await readDocuments(db.read, reading(request)) }),
  );

  app.get(
    '/api/projects/:pid/documents/:id',
    {
      config: { translates: 'document', access: 'project:anyone', scope: 'project:read' },
      schema: {
        tags: ['Documents'],
        operationId: 'get_document',
        summary: 'Read a document',
        params: DocumentParams,
        response: { 200: Ref(Document) },
      },
    },
    (request, reply) => answer(request, reply, request.params.id),
  );
}

function versionRoutes(app: App, { db, clock, limiter }: Services, answer: Answer): void {
  app.get(
    '/api/projects/:pid/documents/:id/versions',
    {
      config: { access: 'project:people', deputies: ['viewer'] },
      schema: {
        tags: ['Documents'],
        operationId: 'list_document_versions',
        summary: 'List the versions of a document',
        description: 'Newest first. At most 200.',
        params: DocumentParams,
        response: { 200: Ref(DocumentVersions) },
      },
    },
    async (request) => {
      const { id } = await findVisible(db.read, { projectRole: projectRoleOf(request) }, request.params.id);
      return { data: await listVersions(db.read, id) };
    },
  );

  app.get(
    '/api/projects/:pid/documents/:id/versions/:version',
    {
      config: { access: 'project:people', deputies: ['viewer'] },
      schema: {
        tags: ['Documents'],
        operationId: 'get_document_version',
        summary: 'Read a version of a document',
        params: VersionParams,
        response: { 200: Ref(DocumentVersion) },
      },
    },
    async (request) => {
      const { id } = await findVisible(db.read, { projectRole: projectRoleOf(request) }, request.params.id);
      const found = await findVersion(db.read, id, request.params.version);
      return found ?? fail('not_found', { detail: 'The document has no such version' });
    },
  );

  app.post(
    '/api/projects/:pid/documents/:id/versions',
    {
      config: { access: 'project:owner', problems: ['stale', 'not_allowed'] },
      schema: {
        tags: ['Documents'],
        operationId: 'publish_document_version',
        summary: 'Publish a new version of a document',
        description:
          'Signatures of earlier versions stay on record, but no longer count: everyone in the project is asked again. ' +
          'People keep the places that they have.',
        params: DocumentParams,
        body: NewVersion,
        response: { 201: Ref(Document) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await limiter.shared(reply, limits.documentChanges, personKey(callerOf(request)));
      await publishVersion(db, { ...actorOf(request, clock), id, expected: expectedRevision(request) }, request.body);
      return answer(request, reply, id);
    },
  );
}

function writeRoutes(app: App, { db, clock, once, limiter }: Services, { reading, answer }: Answers): void {
  app.post(
    '/api/projects/:pid/documents',
    {
      config: { access: 'project:owner', problems: ['not_allowed', 'idempotency_key_reused'] },
      schema: {
        tags: ['Documents'],
        operationId: 'create_document',
        summary: 'Add a document',
        description:
          'For example a code of conduct, safety rules or a handbook. If it has to be signed, everyone in the project is ' +
          'notified; people keep the places that they have. At most 50 in a project.',
        params: DocumentListParams,
        body: NewDocument,
        response: { 201: Ref(Document) },
      },
    },
    async (request, reply) => {
      await limiter.shared(reply, limits.documentChanges, personKey(callerOf(request)));
      return once(request, reply, async (trx) => {
        const id = await createDocument(trx, actorOf(request, clock), request.body);
        return (await readDocument(trx, reading(request), id)).document;
      });
    },
  );

  app.patch(
    '/api/projects/:pid/documents/:id',
    {
      config: { access: 'project:owner', problems: ['stale'] },
      schema: {
        tags: ['Documents'],
        operationId: 'change_document',
        summary: 'Change the settings of a document',
        description:
          'Changes only the fields in the request. The text changes with a new version. `valid_months` applies to ' +
          'signatures from now on.',
        params: DocumentParams,
        body: DocumentChanges,
        response: { 200: Ref(Document) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await limiter.shared(reply, limits.documentChanges, personKey(callerOf(request)));
      await changeDocument(db, { ...actorOf(request, clock), id, expected: expectedRevision(request) }, request.body);
      return answer(request, reply, id);
    },
  );

  app.delete(
    '/api/projects/:pid/documents/:id',
    {
      config: { access: 'project:owner', problems: ['stale', 'browser_only', 'sign_in_again'] },
      schema: {
        tags: ['Documents'],
        operationId: 'delete_document',
        summary: 'Delete a document with its versions and signatures',
        description:
          'If people have signed it, this needs a browser with a sign-in or a confirmation within the last 15 minutes: ' +
          'otherwise 403 `sign_in_again`, or `browser_only`. In copies for other years with the same text, people who ' +
          'are there stay signed.',
        params: DocumentParams,
        response: { 204: Empty('Document deleted.') },
      },
    },
    (request) =>
      removeDocument(db, { ...actorOf(request, clock), id: request.params.id, expected: expectedRevision(request) }),
  );
}

import type { App } from '../../../http/app.ts';
import { callerOf, projectRoleOf } from '../../../auth/gate.ts';
import { fail } from '../../../errors.ts';
import { namesTag } from '../../../http/etag.ts';
import { expectedRevision, withRevision } from '../../../http/revision.ts';
import { Empty, Ref, Type } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { Project, ProjectParams } from '../projects.schema.ts';
import { findColour, findPicture } from './appearance.queries.ts';
import { NewPicture, pictureBodyBytes, VersionQuery } from './appearance.schema.ts';
import { removePicture, setPicture } from './appearance.service.ts';
import { colourSheet, readableColours } from './colours.policy.ts';

/** A version never changes. Drafts are for their owners only, so no proxy may keep their picture. */
function cachingOf(state: string, isVersion: boolean): string {
  const who = state === 'draft' ? 'private' : 'public';
  return isVersion ? `${who}, max-age=31536000, immutable` : `${who}, no-cache`;
}

export function appearanceRoutes(app: App, services: Services): void {
  readRoutes(app, services);
  changeRoutes(app, services);
}

function readRoutes(app: App, { db }: Services): void {
  app.get(
    '/api/projects/:pid/picture',
    {
      config: { access: 'project:anyone', problems: ['not_found'] },
      schema: {
        tags: ['Projects'],
        operationId: 'get_project_picture',
        summary: 'Read the picture of a project',
        description: 'A JPEG, PNG or WebP without metadata.',
        params: ProjectParams,
        querystring: VersionQuery,
        produces: ['image/jpeg', 'image/png', 'image/webp'],
        response: {
          200: Type.Unsafe<Buffer>({ type: 'string', description: 'The picture.' }),
          304: Empty('Unchanged since the response identified by `If-None-Match`.'),
        },
      },
    },
    async (request, reply) => {
      const found = (await findPicture(db.read, projectRoleOf(request).scope)) ?? fail('not_found');
      const version = found.version ?? '';
      reply
        .header('cache-control', cachingOf(found.state, request.query.v === version))
        .header('etag', `"${version}"`)
        // Also when somebody opens the picture as a page of its own.
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
      if (namesTag(request.headers['if-none-match'], version)) return reply.code(304).send();
      return reply.type(found.type).send(Buffer.from(found.base64, 'base64'));
    },
  );

  app.get(
    '/api/projects/:pid/colours.css',
    {
      config: { access: 'project:anyone', problems: ['not_found'] },
      schema: {
        tags: ['Projects'],
        operationId: 'get_project_colours',
        summary: 'Read the colour of a project as a style sheet',
        description: 'Sets `--event-colour` and the colour of text on it, `--event-text`, for light and dark pages.',
        params: ProjectParams,
        querystring: VersionQuery,
        produces: ['text/css'],
        response: { 200: Type.String({ description: 'The style sheet.' }) },
      },
    },
    async (request, reply) => {
      const { scope } = projectRoleOf(request);
      const { colour, state } = await findColour(db.read, scope);
      if (colour === null) return fail('not_found');
      return reply
        .header('cache-control', cachingOf(state, `#${request.query.v}` === colour))
        .type('text/css; charset=utf-8')
        .send(colourSheet(scope.pid, readableColours(colour)));
    },
  );
}

function changeRoutes(app: App, services: Services): void {
  app.put(
    '/api/projects/:pid/picture',
    {
      config: { access: 'project:owner', problems: ['project_archived', 'stale'] },
      bodyLimit: pictureBodyBytes,
      schema: {
        tags: ['Projects'],
        operationId: 'set_project_picture',
        summary: 'Set the picture of a project',
        description:
          'Encoded again without metadata, such as where and when a photo was taken. Send the ETag of the project as `If-Match`.',
        params: ProjectParams,
        body: NewPicture,
        response: { 200: Ref(Project) },
      },
    },
    async (request, reply) => {
      const expected = expectedRevision(request);
      const changed = await setPicture(services, callerOf(request), projectRoleOf(request), request.body, expected);
      return withRevision(reply, changed.revision, changed.project);
    },
  );

  app.delete(
    '/api/projects/:pid/picture',
    {
      config: { access: 'project:owner', problems: ['project_archived', 'stale'] },
      schema: {
        tags: ['Projects'],
        operationId: 'remove_project_picture',
        summary: 'Remove the picture of a project',
        params: ProjectParams,
        response: { 200: Ref(Project) },
      },
    },
    async (request, reply) => {
      const expected = expectedRevision(request);
      const changed = await removePicture(services, callerOf(request), projectRoleOf(request), expected);
      return withRevision(reply, changed.revision, changed.project);
    },
  );
}

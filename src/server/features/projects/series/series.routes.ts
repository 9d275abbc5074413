import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, projectRoleOf } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import { expectedRevision, withRevision } from '../../../http/revision.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { Series, SeriesChange, SeriesParams } from './series.schema.ts';
import { follow, readSeries } from './series.service.ts';

export function seriesRoutes(app: App, { db, clock }: Services): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { revision, series } = await readSeries(db.read, projectRoleOf(request).scope);
    return withRevision(reply, revision, series);
  };

  app.get(
    '/api/projects/:pid/series',
    {
      config: { access: 'project:viewer', deputies: ['recruiting'] },
      schema: {
        tags: ['Projects'],
        operationId: 'get_series',
        summary: 'Read which years of the event came before',
        description: 'A copy of a project comes after its source.',
        params: SeriesParams,
        response: { 200: Ref(Series) },
      },
    },
    answer,
  );

  app.put(
    '/api/projects/:pid/series',
    {
      config: {
        access: 'project:owner',
        stepUp: true,
        alsoArchived: true,
        problems: ['stale', 'not_allowed', 'conflict'],
      },
      schema: {
        tags: ['Projects'],
        operationId: 'set_series',
        summary: 'Say which year of the event came before',
        description:
          'The owners of this project then see the statistics of the years before, and can ask their people again. 422 for ' +
          'a project that the caller does not own, or that comes after this one.',
        params: SeriesParams,
        body: SeriesChange,
        response: { 200: Ref(Series) },
      },
    },
    async (request, reply) => {
      await follow(db, actorOf(request, clock), request.body.follows, expectedRevision(request));
      return answer(request, reply);
    },
  );
}

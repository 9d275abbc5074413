import { actorOf, projectRoleOf } from '../../auth/gate.ts';
import type { App } from '../../http/app.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import { Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import {
  TranslationChange,
  TranslationOverview,
  TranslationParams,
  Translations,
  TranslationsParams,
} from './translations.schema.ts';
import { readOverview, readTranslations, setTranslations } from './translations.service.ts';

export function translationRoutes(app: App, services: Services): void {
  const { db, clock } = services;
  app.get(
    '/api/projects/:pid/translations',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Projects'],
        operationId: 'get_translation_progress',
        summary: 'List what is translated, and what is missing',
        description:
          'Of the project, its teams, forms, kinds of tasks and documents, and the 50 newest announcements. Readers get ' +
          'translations by their `Accept-Language`, and the original of what is not translated.',
        params: TranslationsParams,
        response: { 200: Ref(TranslationOverview) },
      },
    },
    (request) => readOverview(db.read, projectRoleOf(request)),
  );

  app.get(
    '/api/projects/:pid/translations/:kind/:id',
    {
      config: { access: 'project:planner', deputies: ['writer'] },
      schema: {
        tags: ['Projects'],
        operationId: 'get_translations',
        summary: 'Read the texts of something with their translations',
        description:
          'Owners all; chiefs those of their team and its announcements; deputies for messages and announcements those of ' +
          'announcements.',
        params: TranslationParams,
        response: { 200: Ref(Translations) },
      },
    },
    async (request, reply) => {
      const projectRole = projectRoleOf(request);
      const { revision, body } = await readTranslations(db.read, projectRole, projectRole, request.params);
      return withRevision(reply, revision, body);
    },
  );

  app.put(
    '/api/projects/:pid/translations/:kind/:id',
    {
      config: {
        access: 'project:planner',
        deputies: ['writer'],
        alsoArchived: true,
        problems: ['stale', 'project_archived'],
      },
      schema: {
        tags: ['Projects'],
        operationId: 'set_translations',
        summary: 'Translate the texts of something',
        description:
          'Replaces the texts of the languages in the request, and leaves other languages as they are. They count as ' +
          'translations of the texts as they are now. Empty texts are left out. In an archived project, only the text of the thanks ' +
          'page (`thanks` of the project) can be translated.',
        params: TranslationParams,
        body: TranslationChange,
        response: { 200: Ref(Translations) },
      },
    },
    async (request, reply) => {
      const change = { ...actorOf(request, clock), ...request.params, expected: expectedRevision(request) };
      const { revision, body } = await setTranslations(services, change, request.body.translations);
      return withRevision(reply, revision, body);
    },
  );
}

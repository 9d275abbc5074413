import { maxTagsOfProject } from '../../../shared/limits.ts';
import { actorOf, projectRoleOf } from '../../auth/gate.ts';
import { holds, teamsLedBy } from '../../auth/project-role.ts';
import type { App } from '../../http/app.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import { Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { countByTag } from './tags.queries.ts';
import { PersonTags, PersonTagsParams, TagChange, Tags, TagsChanged, TagsParams } from './tags.schema.ts';
import { changeTags, readTags, requirePresent, revisionOf, setTags } from './tags.service.ts';

export function tagRoutes(app: App, { db, clock }: Services): void {
  app.get(
    '/api/projects/:pid/tags',
    {
      config: { access: 'project:planner', deputies: ['recruiting', 'writer', 'viewer'], scope: 'people:read' },
      schema: {
        tags: ['Projects'],
        operationId: 'list_tags',
        summary: 'List the tags of the people of a project',
        description: 'Owners see all of them, chiefs those of the people in the teams that they lead. At most 200.',
        params: TagsParams,
        response: { 200: Ref(Tags) },
      },
    },
    async (request) => {
      const projectRole = projectRoleOf(request);
      const seesAll = (['recruiting', 'writer', 'viewer'] as const).some((role) => holds(projectRole, role));
      const tids = seesAll ? undefined : teamsLedBy(projectRole);
      return { data: await countByTag(db.read, projectRole.scope, tids, maxTagsOfProject) };
    },
  );

  app.post(
    '/api/projects/:pid/people/tags',
    {
      config: { access: 'project:recruiting', problems: ['not_allowed'] },
      schema: {
        tags: ['Projects'],
        operationId: 'change_tags',
        summary: 'Add tags to people, or remove them',
        description:
          'Words that help organisers to find people again. Chiefs of their teams see them, too, and people find theirs in ' +
          'the export of their data. Two tags that differ only in case or accents are one. Repeating the request changes ' +
          'nothing.',
        params: TagsParams,
        body: TagChange,
        response: { 200: Ref(TagsChanged) },
      },
    },
    async (request) => ({ changed: await changeTags(db, actorOf(request, clock), request.body) }),
  );

  app.get(
    '/api/projects/:pid/people/:uid/tags',
    {
      config: { access: 'project:recruiting' },
      schema: {
        tags: ['Projects'],
        operationId: 'get_person_tags',
        summary: 'Read the tags of a person',
        params: PersonTagsParams,
        response: { 200: Ref(PersonTags) },
      },
    },
    async (request, reply) => {
      const { scope } = projectRoleOf(request);
      await requirePresent(db.read, scope, request.params.uid);
      const found = await readTags(db.read, scope, request.params.uid);
      return withRevision(reply, revisionOf(found), found);
    },
  );

  app.put(
    '/api/projects/:pid/people/:uid/tags',
    {
      config: { access: 'project:recruiting', problems: ['stale', 'not_allowed'] },
      schema: {
        tags: ['Projects'],
        operationId: 'set_person_tags',
        summary: 'Set the tags of a person',
        description: 'Replaces all of them.',
        params: PersonTagsParams,
        body: PersonTags,
        response: { 200: Ref(PersonTags) },
      },
    },
    async (request, reply) => {
      const actor = { ...actorOf(request, clock), person: request.params.uid };
      const found = await setTags(db, actor, request.body.tags, expectedRevision(request));
      return withRevision(reply, revisionOf(found), found);
    },
  );
}

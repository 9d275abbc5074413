import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import { Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { Profile, ProfileInput, Resume } from './profile.schema.ts';
import { readProfile, readResume, writeProfile, writeResume } from './profile.service.ts';

export function profileRoutes(app: App, services: Services): void {
  const { db } = services;

  app.get(
    '/api/me/profile',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'get_profile',
        summary: "Read the caller's profile",
        description: "The caller's display name, introduction, and choices about what others see.",
        response: { 200: Ref(Profile) },
      },
    },
    async (request, reply) => {
      const { value, revision } = await readProfile(db.read, callerOf(request).uid);
      return withRevision(reply, revision, value);
    },
  );

  app.put(
    '/api/me/profile',
    {
      config: { access: 'signed_in', problems: ['stale'] },
      schema: {
        tags: ['Me'],
        operationId: 'put_profile',
        summary: "Change the caller's profile",
        description: 'Replaces all fields. Changes to the name or `listing` appear in the public listing at once.',
        body: ProfileInput,
        response: { 200: Ref(Profile) },
      },
    },
    async (request, reply) => {
      const expected = expectedRevision(request);
      const { value, revision } = await writeProfile(services, callerOf(request), request.body, expected);
      return withRevision(reply, revision, value);
    },
  );

  app.get(
    '/api/me/resume',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'get_resume',
        summary: "Read the caller's CV",
        response: { 200: Ref(Resume) },
      },
    },
    async (request, reply) => {
      const { value, revision } = await readResume(db.read, callerOf(request).uid);
      return withRevision(reply, revision, value);
    },
  );

  app.put(
    '/api/me/resume',
    {
      config: { access: 'signed_in', problems: ['stale'] },
      schema: {
        tags: ['Me'],
        operationId: 'put_resume',
        summary: "Change the caller's CV",
        description: 'Others see it only if `resume_public` is set in the profile.',
        body: Resume,
        response: { 200: Ref(Resume) },
      },
    },
    async (request, reply) => {
      const expected = expectedRevision(request);
      const { value, revision } = await writeResume(services, callerOf(request), request.body, expected);
      return withRevision(reply, revision, value);
    },
  );
}

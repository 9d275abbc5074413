import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import { expectedRevision, withRevision } from '../../../http/revision.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { PersonNote, PersonNoteInput, PersonNoteParams } from './notes.schema.ts';
import { readNote, writeNote } from './notes.service.ts';

export function noteRoutes(app: App, { db, clock }: Services): void {
  const answer = async (request: FastifyRequest<{ Params: { uid: string } }>, reply: FastifyReply) => {
    const { revision, note } = await readNote(db.read, actorOf(request, clock), request.params.uid);
    return withRevision(reply, revision, note);
  };

  app.get(
    '/api/projects/:pid/people/:uid/note',
    {
      config: { access: 'project:planner', deputies: ['recruiting'] },
      schema: {
        tags: ['Projects'],
        operationId: 'get_person_note',
        summary: 'Read what organisers noted about a person',
        description:
          'For owners and deputies who recruit, and for chiefs about people in the teams they lead. Not about the caller.',
        params: PersonNoteParams,
        response: { 200: Ref(PersonNote) },
      },
    },
    answer,
  );

  app.put(
    '/api/projects/:pid/people/:uid/note',
    {
      config: { access: 'project:planner', deputies: ['recruiting'], problems: ['stale'] },
      schema: {
        tags: ['Projects'],
        operationId: 'set_person_note',
        summary: 'Note something about a person, for other organisers',
        description: 'One note for each person. The person finds it in the export of their data. Send `If-Match`.',
        params: PersonNoteParams,
        body: PersonNoteInput,
        response: { 200: Ref(PersonNote) },
      },
    },
    async (request, reply) => {
      const { uid } = request.params;
      await writeNote(db, actorOf(request, clock), uid, request.body.note, expectedRevision(request));
      return answer(request, reply);
    },
  );
}

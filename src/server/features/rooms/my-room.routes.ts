import { actorOf, callerOf, projectRoleOf } from '../../auth/gate.ts';
import { limits, personKey } from '../../auth/rate-limits.ts';
import type { App } from '../../http/app.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { answerSwap, askToSwap, chooseMates, findPossibleMates, readMyRoom } from './my-room.service.ts';
import {
  MyRoom,
  NewRoomSwap,
  PossibleRoomMatePage,
  PossibleRoomMateQuery,
  RoomsParams,
  RoomSwapAnswer,
  RoomSwapParams,
  RoomWishes,
} from './rooms.schema.ts';

/** For the people who sleep there. */
export function myRoomRoutes(app: App, services: Services): void {
  const { clock, limiter } = services;

  app.get(
    '/api/projects/:pid/my-room',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Rooms'],
        operationId: 'get_my_room',
        summary: "Read the caller's room, with the names of who else sleeps there",
        params: RoomsParams,
        response: { 200: Ref(MyRoom) },
      },
    },
    (request) => readMyRoom(services, projectRoleOf(request).scope, callerOf(request).uid),
  );

  app.get(
    '/api/projects/:pid/my-room/people',
    {
      config: { access: 'project:people' },
      schema: {
        tags: ['Rooms'],
        operationId: 'list_possible_room_mates',
        summary: 'Find people to share a room with, or to swap with',
        description: 'People of this project, without the caller. Of hidden people, owners and members are found.',
        params: RoomsParams,
        querystring: PossibleRoomMateQuery,
        response: { 200: Ref(PossibleRoomMatePage) },
      },
    },
    (request) => findPossibleMates(services, projectRoleOf(request).scope, callerOf(request).uid, request.query),
  );

  app.put(
    '/api/projects/:pid/my-room/wishes',
    {
      config: { access: 'project:people' },
      schema: {
        tags: ['Rooms'],
        operationId: 'choose_room_mates',
        summary: 'Choose with whom to share a room',
        description: 'Up to 5 people. A wish counts only if it is mutual, and nobody else sees it before.',
        params: RoomsParams,
        body: RoomWishes,
        response: { 204: Empty('Saved.') },
      },
    },
    (request) => chooseMates(services, actorOf(request, clock), request.body.uids),
  );

  app.post(
    '/api/projects/:pid/my-room/swaps',
    {
      config: { access: 'project:people', problems: ['conflict'] },
      schema: {
        tags: ['Rooms'],
        operationId: 'ask_room_swap',
        summary: 'Ask somebody to swap rooms',
        description:
          'Both must have beds in the same nights, and accept the kind of room of the other. Once the other person agrees, ' +
          'they swap.',
        params: RoomsParams,
        body: NewRoomSwap,
        response: { 204: Empty('Asked.') },
      },
    },
    async (request, reply) => {
      await limiter.shared(reply, limits.roomSwaps, personKey(callerOf(request)));
      await askToSwap(services, actorOf(request, clock), request.body.uid);
    },
  );

  app.put(
    '/api/projects/:pid/my-room/swaps/:id',
    {
      config: { access: 'project:people', problems: ['conflict'] },
      schema: {
        tags: ['Rooms'],
        operationId: 'answer_room_swap',
        summary: 'Agree to a swap, decline it or withdraw it',
        params: RoomSwapParams,
        body: RoomSwapAnswer,
        response: { 204: Empty('Answered.') },
      },
    },
    (request) => answerSwap(services, { ...actorOf(request, clock), id: request.params.id }, request.body.agrees),
  );
}

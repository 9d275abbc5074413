import { actorOf, callerOf, projectRoleOf, requireFreshProof } from '../../auth/gate.ts';
import type { App } from '../../http/app.ts';
import { sendCsv } from '../../http/csv.ts';
import { expectedRevision } from '../../http/revision.ts';
import { Empty, Ref, Type } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { FormParams } from '../forms/forms.schema.ts';
import { hotelList, hotelListHeader, prepareHotelList } from './hotel-list.service.ts';
import {
  NewPlacements,
  NewRoomPlace,
  NewRooms,
  PlacementResults,
  RoomBoard,
  RoomChanges,
  RoomDraft,
  RoomParams,
  RoomPlaceParams,
  RoomsParams,
  RoomStep,
  RoomStepParams,
} from './rooms.schema.ts';
import {
  addRooms,
  applyPlacements,
  changeRoom,
  makeDraft,
  placeGuest,
  readBoard,
  removeRoom,
  undoStep,
  unplaceGuest,
} from './rooms.service.ts';

/** For owners. */
export function roomRoutes(app: App, services: Services): void {
  setUpRoutes(app, services);
  placingRoutes(app, services);

  app.get(
    '/api/projects/:pid/forms/:form/hotel-list.csv',
    {
      config: { access: 'project:owner', problems: ['not_passed_on', 'browser_only', 'sign_in_again'] },
      schema: {
        tags: ['Rooms'],
        operationId: 'export_hotel_list',
        summary: 'Export who sleeps where as CSV, with what people share through a form',
        description:
          'The form has to share `real_profile`; of people who have not agreed, the list has only the name that everybody sees. ' +
          'In a browser with a sign-in or passkey confirmation within the last 15 minutes. The audit log records each person ' +
          'whose data is shown.',
        produces: ['text/csv'],
        params: FormParams,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line.' }) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, services.clock);
      requireFreshProof(callerOf(request), actor.now);
      const view = { ...actor, form: request.params.form };
      await prepareHotelList(services, view);
      return sendCsv(reply, `${request.params.pid}-rooms.csv`, hotelListHeader, hotelList(services, view));
    },
  );
}

function setUpRoutes(app: App, services: Services): void {
  const { clock } = services;

  app.get(
    '/api/projects/:pid/rooms',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Rooms'],
        operationId: 'get_rooms',
        summary: 'Read all rooms, and who needs a bed',
        description:
          'People who asked for a bed in a form about beds. At most 1,000 rooms. Wished room-mates are shown only if both wish it.',
        params: RoomsParams,
        response: { 200: Ref(RoomBoard) },
      },
    },
    (request) => readBoard(services, projectRoleOf(request).scope),
  );

  app.post(
    '/api/projects/:pid/rooms',
    {
      config: { access: 'project:owner', problems: ['already_exists', 'not_allowed'] },
      schema: {
        tags: ['Rooms'],
        operationId: 'create_rooms',
        summary: 'Add rooms',
        description: 'All or none. Names are different within the project.',
        params: RoomsParams,
        body: NewRooms,
        response: { 201: Ref(RoomBoard) },
      },
    },
    async (request) => {
      await addRooms(services, actorOf(request, clock), request.body);
      return readBoard(services, projectRoleOf(request).scope);
    },
  );

  app.patch(
    '/api/projects/:pid/rooms/:id',
    {
      config: { access: 'project:owner', problems: ['already_exists', 'conflict', 'room_full', 'room_kind', 'stale'] },
      schema: {
        tags: ['Rooms'],
        operationId: 'change_room',
        summary: 'Change a room',
        description:
          'Refused if the people who sleep there could not have got it. With `If-Match`, only if nobody changed it.',
        params: RoomParams,
        body: RoomChanges,
        response: { 200: Ref(RoomBoard) },
      },
    },
    async (request) => {
      const change = { ...actorOf(request, clock), id: request.params.id, expected: expectedRevision(request) };
      await changeRoom(services, change, request.body);
      return readBoard(services, projectRoleOf(request).scope);
    },
  );

  app.delete(
    '/api/projects/:pid/rooms/:id',
    {
      config: { access: 'project:owner', problems: ['conflict'] },
      schema: {
        tags: ['Rooms'],
        operationId: 'remove_room',
        summary: 'Delete a room in which nobody sleeps',
        params: RoomParams,
        response: { 204: Empty('Room deleted.') },
      },
    },
    (request) => removeRoom(services, { ...actorOf(request, clock), id: request.params.id }),
  );
}

function placingRoutes(app: App, services: Services): void {
  const { clock } = services;

  app.put(
    '/api/projects/:pid/rooms/:id/places/:uid',
    {
      config: { access: 'project:owner', problems: ['conflict', 'room_full', 'room_kind'] },
      schema: {
        tags: ['Rooms'],
        operationId: 'place_guest',
        summary: 'Give a person a bed in a room',
        description: 'In these nights the person leaves the room where they were. They are notified.',
        params: RoomPlaceParams,
        body: NewRoomPlace,
        response: { 200: Ref(RoomStep) },
      },
    },
    async (request) => {
      const { id: room, uid: guest } = request.params;
      const placing = { ...actorOf(request, clock), room, guest };
      return { step: await placeGuest(services, placing, request.body.nights) };
    },
  );

  app.delete(
    '/api/projects/:pid/rooms/:id/places/:uid',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Rooms'],
        operationId: 'unplace_guest',
        summary: 'Take a person out of a room',
        params: RoomPlaceParams,
        response: { 200: Ref(RoomStep) },
      },
    },
    async (request) => {
      const { id: room, uid: guest } = request.params;
      return { step: await unplaceGuest(services, { ...actorOf(request, clock), room, guest }) };
    },
  );

  app.post(
    '/api/projects/:pid/rooms/draft',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Rooms'],
        operationId: 'draft_rooms',
        summary: 'Propose a room for everybody who has none',
        description: 'Changes nothing. Send what is fine to `POST …/rooms/placements`.',
        params: RoomsParams,
        response: { 200: Ref(RoomDraft) },
      },
    },
    (request) => makeDraft(services, projectRoleOf(request).scope),
  );

  app.post(
    '/api/projects/:pid/rooms/placements',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Rooms'],
        operationId: 'place_guests',
        summary: 'Give several people beds, as one step',
        description: 'What is no longer possible is left out, and the result says why.',
        params: RoomsParams,
        body: NewPlacements,
        response: { 200: Ref(PlacementResults) },
      },
    },
    (request) => applyPlacements(services, actorOf(request, clock), request.body.placements),
  );

  app.post(
    '/api/projects/:pid/room-steps/:id/undo',
    {
      config: { access: 'project:owner', problems: ['step_overtaken', 'step_undone'] },
      schema: {
        tags: ['Rooms'],
        operationId: 'undo_room_step',
        summary: 'Undo a step of placing people',
        description: 'For 7 days, if nothing else has changed for these people since.',
        params: RoomStepParams,
        response: { 204: Empty('Undone.') },
      },
    },
    (request) => undoStep(services, { ...actorOf(request, clock), id: request.params.id }),
  );
}

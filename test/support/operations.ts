import type { InjectOptions } from 'light-my-request';
import type { TestApp } from './app.ts';
import { bedsForm } from './world/rooms.ts';
import { placeCode } from './world/event-day.ts';
import { receiptBytes } from './world/money.ts';
import { guardianCode } from './world/guardians.ts';
import { documentOf } from './openapi.ts';
import type { Answer, Parameter } from './openapi.ts';
import type { World } from './world/world-types.ts';

type Json = Record<string, unknown>;
export type Operation = {
  operationId: string;
  method: string;
  path: string;
  access: string;
  stepUp: boolean;
  parameters: Parameter[];
  body: Json | undefined;
  responses: Record<string, Answer>;
};

/** Requests for routes that allow more people when they ask for less. */
const narrower = [
  { of: 'list_audit', search: '?project={pid}' },
  { of: 'export_audit', search: '?project={pid}' },
];

/** Only devices use these, and their tests are in src/server/features/event-day. */
export const isForDevices = ({ access }: Operation): boolean => access === 'project:device';

/** Every operation of the document, with the access that its route declares. */
export function operationsOf(muster: TestApp): Operation[] {
  const { paths } = documentOf(muster);
  const routes = new Map(muster.routes.map((route) => [`${route.method} ${route.url}`, route]));
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, raw]) => {
      const method = name.toUpperCase();
      const route = routes.get(`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`);
      return {
        operationId: raw.operationId,
        method,
        path,
        access: route?.access ?? 'unknown',
        stepUp: route?.stepUp ?? false,
        parameters: raw.parameters ?? [],
        body: raw.requestBody?.content['application/json']?.example,
        responses: raw.responses,
      };
    }),
  );
  const more = narrower.flatMap(({ of, search }) =>
    all.filter(({ operationId }) => operationId === of).map((one) => ({ ...one, path: `${one.path}${search}` })),
  );
  return [...all, ...more];
}

/** Replaces examples that do not work in a world: values that must be new or exist there. */
const bodies: Record<string, (world: World) => object> = {
  change_task: () => ({ title: 'Another title' }),
  create_task: ({ tid }) => ({
    title: 'Tear down',
    tid,
    starts_at: '2026-07-02T09:00:00Z',
    ends_at: '2026-07-02T11:00:00Z',
    capacity: 3,
  }),
  choose_leading_project: ({ pid }) => ({ pid }),
  create_task_series: ({ tid }) => ({
    title: 'Desk',
    tid,
    days: ['2026-08-08'],
    from: '08:00',
    to: '12:00',
    capacity: 2,
  }),
  change_task_series: () => ({ title: 'Welcome desk' }),
  import_tasks: ({ tid }) => ({ text: `title,team,day,start,end,capacity\nDesk,${tid},2026-08-08,08:00,12:00,4` }),
  copy_tasks: ({ tid }) => ({ from_day: '2026-06-02', to_day: '2026-06-03', tids: [tid] }),
  change_tasks: ({ task }) => ({ tasks: [{ id: task }], set: { category: 'desk' } }),
  create_task_kind: () => ({ name: 'Bar' }),
  change_task_kind: () => ({ name: 'Bar' }),
  declare_skills: () => ({ skills: [] }),
  decide_join_request: () => ({ approved: false }),
  save_own_response: () => ({
    answers: { size: 'M', cut: 'straight' },
    passes_on: ['bank'],
    passes_until: '2027-01-01',
  }),
  add_chat_channel: ({ tid }) => ({
    tid,
    name: '#team',
    url: 'https://hooks.slack.com/services/T0/B0/secret',
    topics: ['gaps'],
  }),
  add_group_server: () => ({
    kind: 'mailman',
    url: 'https://lists.example.org/rest',
    username: 'restadmin',
    secret: 'restpass',
  }),
  change_group_server: () => ({ active: false }),
  add_synced_group: ({ groupServer }) => ({
    server: groupServer,
    group: 'staff',
    target_kind: 'list',
    target: 'staff@lists.example.org',
  }),
  change_synced_group: () => ({ mode: 'active' }),
  choose_my_groups: () => ({ agrees: true }),
  update_team: () => ({ public_description: 'We build things up, and take them down again.' }),
  create_announcement: ({ tid }) => ({ title: 'News', body: 'Text', tid }),
  change_announcement: () => ({ title: 'Other news' }),
  give_grant: ({ uid }) => ({ uid, role: 'writer', reason: 'Holiday' }),
  change_grant: () => ({ until: '2026-07-01T00:00:00Z' }),
  set_translations: () => ({ translations: { de: { title: 'Neues' } } }),
  create_document: () => ({ title: 'Handbook', body: 'Text', required_for: 'nothing' }),
  change_document: () => ({ title: 'Other rules' }),
  create_message: ({ uid }) => ({ audience: { uids: [uid] }, subject: 'Hello', body: 'Hello {{name}}' }),
  change_message: ({ uid }) => ({ audience: { uids: [uid] }, subject: 'Hello', body: 'Good morning' }),
  preview_audience: ({ uid }) => ({ audience: { uids: [uid] } }),
  preview_message: ({ caller }) => ({ subject: 'Hello', body: 'Hello {{name}}', uid: caller }),
  set_availability: () => ({ unavailable: [], max_hours: 8 }),
  create_allocation: ({ tid }) => ({ tids: [tid] }),
  apply_allocation: ({ task, uid }) => ({ assignments: [{ task, uid }] }),
  add_work: ({ tid }) => ({
    title: 'Fetched the tables',
    tid,
    starts_at: '2026-05-01T09:00:00Z',
    ends_at: '2026-05-01T11:00:00Z',
  }),
  create_device: () => ({ name: 'Entrance' }),
  create_hand_out: () => ({ name: 'Shirt', audience: { everyone: true } }),
  change_hand_out: () => ({ name: 'Meal' }),
  add_thing: () => ({ label: 'Radio 17' }),
  import_things: () => ({ things: [{ label: 'Radio 17' }] }),
  change_thing: () => ({ label: 'Radio 18' }),
  return_thing: () => ({ condition: 'broken' }),
  start_roll_call: () => ({ after: null }),
  mark_roll_call: ({ uid }) => ({ marks: [{ uid, state: 'present', at: '2999-01-01T00:00:00Z' }] }),
  create_rooms: () => ({ rooms: [{ name: 'Room 12', beds: 4, kind: 'mixed' }] }),
  change_room: () => ({ beds: 3 }),
  place_guest: () => ({}),
  place_guests: ({ uid, otherRoom }) => ({ placements: [{ uid, room: otherRoom, nights: ['2026-08-08'] }] }),
  choose_room_mates: ({ uid }) => ({ uids: [uid] }),
  ask_room_swap: ({ uid }) => ({ uid }),
  answer_room_swap: () => ({ agrees: false }),
  add_codes: () => ({ codes: ['CAMP-7K3M'] }),
  mark_attendee: () => ({ state: 'joined' }),
  offer_place: () => ({}),
  replace_attendee: () => ({}),
  check_in: ({ pid, place }) => ({ code: placeCode(pid, place) }),
  read_guardian_consent: ({ uid }) => ({ code: guardianCode(uid) }),
  answer_guardian_consent: ({ uid }) => ({ code: guardianCode(uid), agrees: true }),
  send_scans: ({ uid }) => ({
    scans: [{ id: '3f0d4c9e-6f0b-4a53-9d58-1e2b6f7a8c90', at: '2026-06-01T09:00:00Z', step: 'arrive', uid }],
  }),
  put_help_offer: ({ pid }) => ({
    ready: true,
    pids: [pid],
    teams: ['Venue'],
    skills: ['Forklift'],
    hours: 12,
    text: '',
    until: '2027-01-31',
    new_tasks: false,
  }),
  invite_help_offers: ({ uid }) => ({ uids: [uid] }),
  set_person_note: () => ({ note: 'Prefers mornings.' }),
  share_former_people: ({ uid }) => ({ askers: [], uids: [uid] }),
  invite_former_people: ({ uid, tid }) => ({ people: [{ uid, tid }] }),
  change_tags: ({ uid }) => ({ uids: [uid], add: ['driver'] }),
  put_budgets: ({ tid, budget }) => ({ budgets: [{ code: budget, name: 'Bar', tid, amount: 5, currency: 'EUR' }] }),
  change_budget: ({ tid }) => ({ name: 'Stage', tid, amount: 5, currency: 'EUR' }),
  create_claim: () => ({ currency: 'EUR' }),
  change_claim: () => ({ lines: [{ date: '2026-01-02', what: 'Tape', amount: 1290 }] }),
  send_claim: () => ({ share_bank: true }),
  decide_claim: () => ({ decision: 'approve' }),
  create_payout: ({ approvedClaim }) => ({ claims: [approvedClaim], method: 'other' }),
  change_money_settings: () => ({
    payer_name: 'Camp',
    payer_iban: 'DE02120300000000202051',
    payer_bic: '',
    travel_pays: 'fixed',
    travel_budget: null,
  }),
  add_members: ({ uid }) => ({ people: [{ uid }] }),
  save_my_application: ({ tid }) => ({ wishes: [tid], message: 'I own a ladder.' }),
  decide_applications: ({ uid, tid }) => ({ decisions: [{ uid, tid, decision: 'decline' }] }),
  publish_decisions: () => ({}),
};

/** Bodies that are files. */
const files: Record<string, { type: string; bytes: Buffer }> = {
  add_claim_file: { type: 'application/pdf', bytes: receiptBytes },
};

const idOf = (path: string, world: World): string => {
  if (path.endsWith('/decision')) return world.claim;
  if (path.includes('/claims/')) return world.ownClaim;
  if (path.includes('/payouts/')) return world.payout;
  if (path.includes('/tokens/')) return world.token;
  if (path.includes('/me/grants/')) return world.ownGrant;
  if (path.includes('/grants/')) return world.grant;
  if (path.includes('/task-series/')) return world.series;
  if (path.includes('/planning-steps/')) return world.step;
  if (path.includes('/service-accounts/')) return world.account;
  if (path.includes('/chat-channels/')) return world.channel;
  if (path.includes('/webhooks/')) return world.webhook;
  if (path.includes('/group-servers/')) return world.groupServer;
  if (path.includes('/synced-groups/')) return world.syncedGroup;
  if (path.includes('/work/')) return world.work;
  if (path.includes('/hand-outs/{id}/things')) return world.loan;
  if (path.includes('/hand-outs/{id}/codes')) return world.codeList;
  if (path.includes('/hand-outs/')) return world.handOut;
  if (path.includes('/room-steps/')) return world.roomStep;
  if (path.includes('/my-room/swaps/')) return world.swap;
  if (path.includes('/rooms/')) return path.includes('/places/') ? world.otherRoom : world.room;
  if (path.includes('/devices/')) return world.device;
  if (path.includes('/passkeys/')) return world.passkey;
  if (path.includes('/identities/')) return world.identity;
  if (path.includes('/invitations/')) return world.invitation;
  if (path.includes('/announcements/') || path.includes('/translations/')) return world.announcement;
  if (path.includes('/documents/')) return world.document;
  if (path.includes('/allocations/')) return world.allocation;
  if (path.includes('/messages/')) return world.message;
  return path.includes('/sessions/') ? world.session : world.task;
};

export function pathIn(world: World, path: string): string {
  const values: Record<string, string> = {
    ...world,
    headers: '',
    form: path.includes('/hotel-list') ? bedsForm : world.form,
    id: idOf(path, world),
    group: `team:${world.tid}`,
    version: '1',
    kind: 'announcement',
    code: world.budget,
    file: `${world.pid}.atom`,
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? 'unknown'));
}

/** A request that succeeds for a caller with access. */
export function requestIn(
  world: World,
  { operationId, method, path, parameters, body }: Operation,
): InjectOptions & { url: string } {
  const query = parameters.filter((one) => one.in === 'query' && one.required === true);
  // The example of every project.
  const search = new URLSearchParams(
    query.map(({ name, example }) => [name, example === '2026' ? world.pid : String(example)]),
  );
  const file = files[operationId];
  const payload = file?.bytes ?? bodies[operationId]?.(world) ?? body;
  return {
    method,
    url: `${pathIn(world, path)}${query.length > 0 ? `?${search.toString()}` : ''}`,
    headers: { ...world.headers, ...(file === undefined ? {} : { 'content-type': file.type }) },
    ...(payload === undefined ? {} : { payload }),
  };
}

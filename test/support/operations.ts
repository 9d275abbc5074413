import type { InjectOptions } from 'light-my-request';
import type { TestApp } from './app.ts';
import { placeCode } from './world/event-day.ts';
import { writtenOut } from './openapi.ts';
import type { World } from './world/world-types.ts';

type Json = Record<string, unknown>;
type Parameter = { name: string; in: string; required?: boolean; example?: unknown; schema?: Json };
export type Operation = {
  operationId: string;
  method: string;
  path: string;
  access: string;
  stepUp: boolean;
  parameters: Parameter[];
  body: Json | undefined;
  responses: Json;
};

type Raw = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: Json }> };
  responses: Json;
};

/** Requests for routes that allow more people when they ask for less. */
const narrower = [
  { of: 'list_audit', search: '?project={pid}' },
  { of: 'export_audit', search: '?project={pid}' },
];

/** Only devices use these, and their tests are in src/server/features/event-day. */
export const isForDevices = ({ access }: Operation): boolean => access === 'project:desk';

/** Every operation of the document, with the access that its route declares. */
export function operationsOf(muster: TestApp): Operation[] {
  const { paths } = writtenOut(
    muster.app.swagger() as unknown as { paths: Record<string, Record<string, Raw>>; components: object },
  );
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
  update_team: () => ({ public_description: 'We build things up, and take them down again.' }),
  create_announcement: ({ tid }) => ({ title: 'News', body: 'Text', tid }),
  change_announcement: () => ({ title: 'Other news' }),
  create_message: ({ uid }) => ({ audience: { uids: [uid] }, subject: 'Hello', body: 'Hello {{name}}' }),
  change_message: ({ uid }) => ({ audience: { uids: [uid] }, subject: 'Hello', body: 'Good morning' }),
  preview_audience: ({ uid }) => ({ audience: { uids: [uid] } }),
  preview_message: ({ caller }) => ({ subject: 'Hello', body: 'Hello {{name}}', uid: caller }),
  set_availability: () => ({ unavailable: [], max_hours: 8 }),
  create_allocation: ({ tid }) => ({ tids: [tid] }),
  add_work: ({ tid }) => ({
    title: 'Fetched the tables',
    tid,
    starts_at: '2026-05-01T09:00:00Z',
    ends_at: '2026-05-01T11:00:00Z',
  }),
  create_device: () => ({ name: 'Entrance' }),
  create_hand_out: () => ({ name: 'Shirt', audience: { everyone: true } }),
  change_hand_out: () => ({ name: 'Meal' }),
  mark_attendee: () => ({ state: 'joined' }),
  replace_attendee: () => ({}),
  check_in: ({ pid, place }) => ({ code: placeCode(pid, place) }),
  send_scans: ({ uid }) => ({
    scans: [{ id: '3f0d4c9e-6f0b-4a53-9d58-1e2b6f7a8c90', at: '2026-06-01T09:00:00Z', step: 'arrive', uid }],
  }),
  add_members: ({ uid }) => ({ people: [{ uid }] }),
};

const idOf = (path: string, world: World): string => {
  if (path.includes('/tokens/')) return world.token;
  if (path.includes('/task-series/')) return world.series;
  if (path.includes('/planning-steps/')) return world.step;
  if (path.includes('/service-accounts/')) return world.account;
  if (path.includes('/chat-channels/')) return world.channel;
  if (path.includes('/webhooks/')) return world.webhook;
  if (path.includes('/work/')) return world.work;
  if (path.includes('/hand-outs/')) return world.handOut;
  if (path.includes('/devices/')) return world.device;
  if (path.includes('/passkeys/')) return world.passkey;
  if (path.includes('/identities/')) return world.identity;
  if (path.includes('/invitations/')) return world.invitation;
  if (path.includes('/announcements/')) return world.announcement;
  if (path.includes('/allocations/')) return world.allocation;
  if (path.includes('/messages/')) return world.message;
  return path.includes('/sessions/') ? world.session : world.task;
};

export function pathIn(world: World, path: string): string {
  const values: Record<string, string> = {
    ...world,
    headers: '',
    id: idOf(path, world),
    group: `team:${world.tid}`,
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
  const search = new URLSearchParams(
    query.map(({ name, example }) => [name, name === 'pid' ? world.pid : String(example)]),
  );
  const payload = bodies[operationId]?.(world) ?? body;
  return {
    method,
    url: `${pathIn(world, path)}${query.length > 0 ? `?${search.toString()}` : ''}`,
    headers: world.headers,
    ...(payload === undefined ? {} : { payload }),
  };
}

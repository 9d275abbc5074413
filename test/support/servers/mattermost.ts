import { createHash } from 'node:crypto';
import { startGroupServer } from './group-server.ts';
import type { GroupAnswer, GroupRequest, GroupServerStub } from './group-server.ts';

export const mattermostToken = '9xuqwrwgstrb3mzrxb83nb357a';

/** An identifier as Mattermost makes them, always the same for a name. */
export const mattermostId = (name: string): string =>
  [...createHash('sha256').update(name.toLowerCase()).digest()]
    .map((byte) => (byte % 36).toString(36))
    .join('')
    .slice(0, 26);

export type MattermostStub = GroupServerStub & {
  addAccount: (email: string) => string;
  deactivate: (email: string) => void;
  /** The addresses of the people in a team or channel. */
  in: (place: string) => string[];
  join: (place: string, email: string) => void;
  leave: (place: string, email: string) => void;
};

type User = { id: string; username: string; email: string; delete_at: number };
const problem = (status: number, id: string): GroupAnswer => ({
  status,
  json: { id, message: 'Something went wrong', request_id: '', status_code: status, is_oauth: false },
});

/** The API of Mattermost as far as it is documented: bearer tokens, pages of at most 200 that begin with 0. `channels`: their teams. */
export async function startMattermost(
  teams: readonly string[],
  channels: Readonly<Record<string, string>>,
): Promise<MattermostStub> {
  const users = new Map<string, User>();
  const places = new Map<string, Set<string>>([...teams, ...Object.keys(channels)].map((id) => [id, new Set()]));
  const byEmail = (email: string) => users.get(mattermostId(email));

  const listed = ({ searchParams }: URL): GroupAnswer => {
    const place = places.get(searchParams.get('in_team') ?? searchParams.get('in_channel') ?? '');
    if (place === undefined) return problem(404, 'app.channel.get.existing.app_error');
    const size = Math.min(Number(searchParams.get('per_page') ?? 60), 200);
    const start = Number(searchParams.get('page') ?? 0) * size;
    const all = [...users.values()]
      .filter(({ id }) => place.has(id))
      .toSorted((a, b) => (a.username < b.username ? -1 : 1));
    return { status: 200, json: all.slice(start, start + size) };
  };

  const add = (kind: string, id: string, body: string): GroupAnswer => {
    const place = places.get(id);
    const { user_id: user, team_id: team } = JSON.parse(body) as Record<string, string>;
    if (place === undefined) return problem(404, 'store.sql_channel.get.existing.app_error');
    if (user === undefined || !users.has(user)) return problem(404, 'app.user.missing_account.const');
    if (kind === 'teams' && team !== id) return problem(400, 'api.context.invalid_body_param.app_error');
    const needed = channels[id];
    if (kind === 'channels' && needed !== undefined && places.get(needed)?.has(user) !== true)
      return problem(403, 'api.channel.add_members.user_denied');
    place.add(user);
    return { status: 201, json: { [kind === 'teams' ? 'team_id' : 'channel_id']: id, user_id: user, roles: '' } };
  };

  const remove = (id: string, user: string): GroupAnswer => {
    const place = places.get(id);
    if (place?.delete(user) !== true) return problem(404, 'app.channel.get_member.missing.app_error');
    // Who leaves a team leaves its channels.
    for (const [channel, team] of Object.entries(channels)) if (team === id) places.get(channel)?.delete(user);
    return { status: 200, json: { status: 'OK' } };
  };

  const answer = ({ method, url, headers, body }: GroupRequest): GroupAnswer => {
    if (headers.authorization !== `Bearer ${mattermostToken}`)
      return problem(401, 'api.context.session_expired.app_error');
    if (method === 'GET' && url.pathname === '/api/v4/users') return listed(url);
    const [, email] = /^\/api\/v4\/users\/email\/(.+)$/.exec(url.pathname) ?? [];
    if (method === 'GET' && email !== undefined) {
      const user = byEmail(decodeURIComponent(email));
      return user === undefined ? problem(404, 'app.user.missing_account.const') : { status: 200, json: user };
    }
    const [, kind = '', id = '', user] =
      /^\/api\/v4\/(teams|channels)\/(\w{26})\/members(?:\/(\w{26}))?$/.exec(url.pathname) ?? [];
    if (method === 'POST' && id !== '') return add(kind, id, body);
    if (method === 'DELETE' && user !== undefined) return remove(id, user);
    return problem(404, 'api.context.404.app_error');
  };

  const server = await startGroupServer(answer);
  const idOf = (email: string) => byEmail(email)?.id ?? '';
  return Object.assign(server, {
    addAccount: (email: string) => {
      const id = mattermostId(email);
      users.set(id, { id, username: email.split('@')[0] ?? '', email: email.toLowerCase(), delete_at: 0 });
      return id;
    },
    deactivate: (email: string) => void Object.assign(users.get(idOf(email)) ?? {}, { delete_at: 1_794_735_000_000 }),
    in: (place: string) =>
      [...(places.get(place) ?? [])].map((id) => users.get(id)?.email ?? '').toSorted((a, b) => (a < b ? -1 : 1)),
    join: (place: string, email: string) => void places.get(place)?.add(idOf(email)),
    leave: (place: string, email: string) => void places.get(place)?.delete(idOf(email)),
  });
}

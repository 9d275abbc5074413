import { teamsLedBy } from '../../auth/project-role.ts';
import type { Actor, ProjectRole, ProjectScope, Roles } from '../../auth/project-role.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import { requireFreshProof } from '../../auth/gate.ts';
import { madeWith } from '../../auth/makers.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import { fail, failField } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import { checkDestination } from '../../lib/outgoing/destination.ts';
import { seal } from '../../lib/seal.ts';
import type { Keyring } from '../../lib/seal.ts';
import { newId } from '../../lib/secrets.ts';
import { changedFields } from '../audit/changed-fields.policy.ts';
import { record } from '../audit/audit.service.ts';
import { canManageChannel, formatOf, hintOf } from './chat.policy.ts';
import { countChannels, deleteChannel, findTeam, insertChannel, lockChannel, updateChannel } from './chat.queries.ts';
import type { ChannelRow, ShownChannel } from './chat.queries.ts';
import type { ChatChannel, ChatChannelChanges, ChatTopic, NewChatChannel } from './chat.schema.ts';
import { urlContext } from './sending.service.ts';

const maxChannels = 30;

/** Only this feature writes the column. */
export const topicsOf = (text: string): ChatTopic[] => JSON.parse(text) as ChatTopic[];
const reasonOf = (text: string | null): ChatChannel['disabled_for'] =>
  text === 'paused' || text === 'failing' || text === 'gone' || text === 'not_allowed' ? text : null;

export const presentChannel = ({ topics, disabled_at, disabled_for, language, ...row }: ShownChannel): ChatChannel => ({
  id: row.id,
  tid: row.tid,
  name: row.name,
  format: row.format,
  hint: row.hint,
  topics: topicsOf(topics),
  language,
  active: disabled_at === null,
  disabled_for: reasonOf(disabled_for),
  tried_at: row.tried_at,
  outcome: row.outcome,
  created_at: row.created_at,
});

/** The teams whose channels somebody may see; undefined for all. A chief who asks for another team sees nothing. */
export function visibleTeams(projectRole: ProjectRole, tid: string | undefined): string[] | undefined {
  if (projectRole.owner) return tid === undefined ? undefined : [tid];
  const led = teamsLedBy(projectRole);
  return tid === undefined ? led : led.filter((one) => one === tid);
}

const noSuchChannel = (): never => fail('not_found', { detail: 'There is no such channel' });
const requireManager = (roles: Roles, tid: string | null): void => {
  if (!canManageChannel(roles, tid)) fail('forbidden', { detail: 'Chiefs can only manage channels of their own team' });
};

type Services = { db: Db; config: Config; keys: Keyring };

export async function addChannel(
  trx: Trx,
  { config, keys }: Services,
  { projectRole: { scope }, caller, uid, now }: Actor,
  roles: Roles,
  input: NewChatChannel,
): Promise<ChatChannel> {
  const { tid = null, name, topics, language = 'en' } = input;
  requireManager(roles, tid);
  if (tid !== null) await requireTeam(trx, scope, tid);
  const { url, format } = destinationOf(config, input);
  if ((await countChannels(trx, scope)) >= maxChannels)
    fail('not_allowed', { detail: `A project has at most ${maxChannels} channels` });
  const id = newId(now);
  const row = {
    id,
    pid: scope.pid,
    tid,
    name,
    format,
    url: seal(keys, urlContext(id), url.href),
    key_id: keys.current.id,
    hint: hintOf(url),
    topics: JSON.stringify(topics),
    language,
    created_by: uid,
    made_with: madeWith(caller, roles, now),
    created_at: timestamp(now),
  };
  await insertChannel(trx, row);
  await record(trx, now, {
    actor: uid,
    kind: 'chat.added',
    subject: id,
    pid: scope.pid,
    detail: { title: name, tid, format },
  });
  return presentChannel({ ...row, disabled_at: null, disabled_for: null, tried_at: null, outcome: null });
}

async function requireTeam(trx: Trx, scope: ProjectScope, tid: string): Promise<void> {
  const team = await findTeam(trx, scope, tid);
  const detail = 'is not a team of this project';
  if (team === undefined) fail('not_allowed', { detail: `/tid ${detail}`, errors: [{ pointer: '/tid', detail }] });
  else if (team.disabled_at !== null) fail('team_disabled');
}

function destinationOf({ internalHosts }: Config, input: Pick<NewChatChannel, 'url' | 'format'>) {
  const found = checkDestination(input.url, internalHosts);
  if (typeof found === 'string') return fail('url_refused', { detail: urlRefusal(found), errors: [urlError(found)] });
  const format =
    input.format ??
    formatOf(found.url) ??
    failField('/format', 'cannot be recognised from the URL; choose one of the formats');
  return { url: found.url, format };
}

/** What to do about a refused URL. */
const urlRefusal = (reason: string): string =>
  ({
    invalid: 'The URL is not valid',
    not_https: 'The URL must begin with https://',
    has_credentials: 'The URL must not contain a username or password',
  })[reason] ?? 'The URL must belong to a public address';
const urlError = (reason: string) => ({ pointer: '/url', detail: urlRefusal(reason) });

type Change = Actor & { id: string };

/** The channel, locked, if the caller still manages it. */
async function lockManaged(trx: Trx, { projectRole, caller, uid, id, now }: Change) {
  const { roles } = await confirmCaller(trx, now, caller);
  const channel = (await lockChannel(trx, projectRole.scope, id)) ?? noSuchChannel();
  // A chief may not know about the channels of others.
  if (!canManageChannel(roles, channel.tid)) return noSuchChannel();
  return { channel, maker: { created_by: uid, made_with: madeWith(caller, roles, now) } };
}

const isPause = ({ active, ...others }: ChatChannelChanges): boolean =>
  active === false && Object.keys(others).length === 0;

export async function changeChannel(db: Db, change: Change, input: ChatChannelChanges): Promise<ChatChannel> {
  const { projectRole, caller, id, uid, now } = change;
  // A channel works on after a leaked token was revoked.
  if (!isPause(input)) requireFreshProof(caller, now);
  return db.transaction(async (trx) => {
    // From then on it depends on the rights of the person who changed it.
    const { channel: before, maker } = await lockManaged(trx, change);
    const values = {
      name: input.name ?? before.name,
      topics: input.topics === undefined ? before.topics : JSON.stringify(input.topics),
      language: input.language ?? before.language,
      ...activation(before, input.active, timestamp(now)),
    };
    const after = { ...before, ...values };
    const fields = changedFields(['name', 'topics', 'language', 'active'], withState(before), withState(after));
    if (fields === '') return presentChannel(before);
    await updateChannel(trx, id, isPause(input) ? values : { ...values, ...maker });
    const { pid } = projectRole.scope;
    await record(trx, now, {
      actor: uid,
      kind: 'chat.changed',
      subject: id,
      pid,
      detail: { title: after.name, fields },
    });
    return presentChannel(after);
  });
}

const withState = (row: ChannelRow) => ({ ...row, active: row.disabled_at === null });

/** A channel that is switched on again starts without failures. */
function activation(before: ChannelRow, active: boolean | undefined, now: string) {
  const { disabled_at, disabled_for, failing_since } = before;
  if (active === undefined || active === (disabled_at === null)) return { disabled_at, disabled_for, failing_since };
  return active
    ? { disabled_at: null, disabled_for: null, failing_since: null }
    : { disabled_at: now, disabled_for: 'paused', failing_since };
}

export async function removeChannel(db: Db, change: Change): Promise<void> {
  const { projectRole, id, uid, now } = change;
  await db.transaction(async (trx) => {
    const {
      channel: { name },
    } = await lockManaged(trx, change);
    await deleteChannel(trx, id);
    const { pid } = projectRole.scope;
    await record(trx, now, { actor: uid, kind: 'chat.removed', subject: id, pid, detail: { title: name } });
  });
}

/** The test message goes to it. */
export const getManaged = (db: Db, change: Change): Promise<ChannelRow> =>
  db.transaction(async (trx) => (await lockManaged(trx, change)).channel);

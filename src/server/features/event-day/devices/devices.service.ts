import { pagePath } from '../../../../shared/pages.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import { madeWith } from '../../../auth/makers.ts';
import type { Actor, Roles } from '../../../auth/project-role.ts';
import { newDeviceToken, newScreenToken } from '../../../auth/token-format.ts';
import type { Config } from '../../../config.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { fail, refuseField } from '../../../errors.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import { newId, sha256 } from '../../../lib/secrets.ts';
import { dayRange } from '../../../lib/time.ts';
import { record } from '../../audit/audit.service.ts';
import type { KeyServices } from '../codes/keys.service.ts';
import { qrSvg } from '../codes/qr.service.ts';
import * as queries from './devices.queries.ts';
import {
  countDevices,
  deleteDevicesBefore,
  findEvent,
  insertDevice,
  listTeams,
  revokeDevice,
} from './devices.queries.ts';
import type { DeviceRow } from './devices.queries.ts';
import type { CreatedDevice, Device, NewDevice } from './devices.schema.ts';

const maxDevices = 100;
/** Used for an event without dates. */
const defaultSeconds = days(7);
const keptSeconds = days(30);

type Services = KeyServices & { config: Config };

export const presentDevice = ({
  id,
  name,
  purpose,
  tids,
  created_at,
  expires_at,
  last_seen_at,
  active,
}: DeviceRow & { active: boolean }): Device => ({
  id,
  name,
  purpose,
  tids: tids === null ? null : (JSON.parse(tids) as string[]),
  created_at,
  expires_at,
  last_seen_at,
  active,
});

export const getDevice = (read: Reader, id: string) => queries.getDevice(read, id);

/** A device works until the end of the day after the event, and at least for a day. */
function expiryOf({ ends_on, timezone }: { ends_on: string | null; timezone: string }, now: Date): string {
  if (ends_on === null) return timestamp(addSeconds(now, defaultSeconds));
  const dayAfter = timestamp(addSeconds(new Date(`${ends_on}T12:00:00.000Z`), days(1))).slice(0, 10);
  const end = dayRange(dayAfter, timezone).to;
  const soonest = timestamp(addSeconds(now, days(1)));
  return end > soonest ? end : soonest;
}

export async function createDevice(
  trx: Trx,
  { config }: Pick<Services, 'config'>,
  { projectRole: { scope }, caller, uid, now }: Actor,
  roles: Roles,
  input: NewDevice,
): Promise<CreatedDevice> {
  const at = timestamp(now);
  if ((await countDevices(trx, scope, at)) >= maxDevices)
    fail('not_allowed', { detail: `A project has at most ${maxDevices} devices` });
  const tids = input.tids ?? null;
  if (tids !== null) await requireTeams(trx, scope, tids);
  const { purpose = 'desk' } = input;
  const token = purpose === 'desk' ? newDeviceToken() : newScreenToken();
  const row = {
    id: newId(now),
    name: input.name,
    purpose,
    tids: tids === null ? null : JSON.stringify(tids),
    created_at: at,
    expires_at: expiryOf(await findEvent(trx, scope), now),
    last_seen_at: null,
  };
  const made_with = madeWith(caller, roles, now);
  await insertDevice(trx, { ...row, pid: scope.pid, token_hash: sha256(token), created_by: uid, made_with });
  const detail = { title: row.name, purpose };
  await record(trx, now, { actor: uid, kind: 'device.added', subject: row.id, pid: scope.pid, detail });
  const path = purpose === 'desk' ? `${pagePath('/desk')}#${scope.pid}.${token}` : pagePath('/show/$token', { token });
  const link = `${config.baseUrl}${path}`;
  return { ...presentDevice({ ...row, active: true }), token, link, svg: qrSvg(link) };
}

async function requireTeams(trx: Trx, scope: Actor['projectRole']['scope'], tids: readonly string[]): Promise<void> {
  const found = await listTeams(trx, scope, tids);
  const index = tids.findIndex((tid) => !found.has(tid));
  if (index !== -1) refuseField(`/tids/${index}`, 'is not a team of this project');
}

/** Takes effect with the next request of the device. Does nothing if it was revoked before. */
export async function removeDevice({ db }: Services, { projectRole, caller, uid, now }: Actor, id: string) {
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const device = await revokeDevice(trx, scope, id, timestamp(now));
    if (device === undefined) return;
    const detail = { title: device.name, purpose: device.purpose };
    await record(trx, now, { actor: uid, kind: 'device.revoked', subject: id, pid: scope.pid, detail });
  });
}

export const deleteOldDevices = (trx: Trx, now: string): Promise<void> =>
  deleteDevicesBefore(trx, timestamp(addSeconds(new Date(now), -keptSeconds)));

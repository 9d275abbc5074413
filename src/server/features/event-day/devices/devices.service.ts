import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor } from '../../../auth/project-role.ts';
import { newDeviceToken, newScreenToken } from '../../../auth/token-format.ts';
import type { Config } from '../../../config.ts';
import type { Trx } from '../../../db/db.ts';
import { fail, refuseField } from '../../../errors.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import { newId, sha256 } from '../../../lib/secrets.ts';
import { dayRange } from '../../../lib/time.ts';
import { record } from '../../audit/audit.service.ts';
import type { KeyServices } from '../codes/keys.service.ts';
import { qrSvg } from '../codes/qr.service.ts';
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
/** Without the dates of an event. */
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
}: DeviceRow): Device => ({
  id,
  name,
  purpose,
  tids: tids === null ? null : (JSON.parse(tids) as string[]),
  created_at,
  expires_at,
  last_seen_at,
});

/** Until the end of the day after the event; at least for a day. */
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
  { projectRole: { scope }, uid, now }: Actor,
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
  await insertDevice(trx, { ...row, pid: scope.pid, token_hash: sha256(token), created_by: uid });
  const detail = { title: row.name, purpose };
  await record(trx, now, { actor: uid, kind: 'device.added', subject: row.id, pid: scope.pid, detail });
  const link = `${config.baseUrl}${purpose === 'desk' ? `/desk#${scope.pid}.${token}` : `/show/${token}`}`;
  return { ...presentDevice(row), token, link, svg: qrSvg(link) };
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

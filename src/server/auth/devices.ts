import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/db.ts';
import { fail } from '../errors.ts';
import { timestamp } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { sha256 } from '../lib/secrets.ts';
import { entryOf } from './access.ts';
import { ownerMakers } from './made-with.ts';
import { deskScope } from './project-role.ts';
import type { DeskScope } from './project-role.ts';
import { isDeviceTokenShaped } from './token-format.ts';
import { deviceRead } from './auth.queries.ts';

/** A phone or computer at the desk of one project. It is nobody's, and can use nothing but the desk. */
export type Device = { id: string; name: string; scope: DeskScope; timezone: string; archived: boolean };

declare module 'fastify' {
  interface FastifyRequest {
    device: Device | null;
  }
}

export type Devices = ReturnType<typeof devices>;

/** Identifies devices from the database at every request, so that revoking one takes effect at once. It ends with the rights of the owner or deputy who added it. */
export function devices(db: Db, clock: Clock) {
  const read = deviceRead(db);
  const madeByOwner = ownerMakers(db, clock, 'desk');
  return {
    /** Null if the request has no token of a device. */
    identify: async (request: FastifyRequest): Promise<Device | null> => {
      const token = /^Bearer +(msd_\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      if (token === undefined) return null;
      if (!isDeviceTokenShaped(token)) return fail('malformed_token');
      const [row] = await read({ hash: sha256(token) });
      if (row === undefined) return fail('unknown_token');
      if (row.revoked_at !== null) return fail('revoked_token');
      if (row.expires_at <= timestamp(clock.now())) return fail('expired_token');
      if (!(await madeByOwner(row.pid, { uid: row.created_by, made_with: row.made_with })))
        return fail('revoked_token');
      return {
        id: row.id,
        name: row.name,
        scope: deskScope(row.pid, row.tids),
        timezone: row.timezone,
        archived: row.state === 'archived',
      };
    },
  };
}

/** Everything but the desk of its own project and its own token is refused, also what is open to everybody. */
export function admitDevice(request: FastifyRequest, device: Device): void {
  const { access, pid } = entryOf(request);
  if (access !== 'token' && (access !== 'project:device' || pid !== device.scope.pid)) fail('desk_only');
  if (device.archived && request.method !== 'GET') fail('project_archived');
  request.device = device;
}

/** Only routes with the access `project:device` have one. */
export const deviceOf = (request: FastifyRequest): Device => request.device ?? fail('forbidden');

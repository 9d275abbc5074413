import type { Db } from '../db/db.ts';

/** Every request of a device makes this read. */
export const deviceRead = (db: Db) =>
  db.prepare((read, parameter: (name: 'hash') => string) =>
    read
      .selectFrom('devices')
      .innerJoin('projects', 'projects.pid', 'devices.pid')
      .select(['devices.id', 'devices.pid', 'devices.name', 'devices.tids', 'devices.expires_at', 'devices.revoked_at'])
      .select(['projects.timezone', 'projects.state'])
      .where('devices.token_hash', '=', parameter('hash'))
      .where('devices.purpose', '=', 'desk'),
  );

import type { Db } from '../../../db/db.ts';

export const screenRead = (db: Db) =>
  db.prepare((read, parameter: (name: 'hash' | 'now') => string) =>
    read
      .selectFrom('devices')
      .innerJoin('projects', 'projects.pid', 'devices.pid')
      .select(['devices.pid', 'devices.tids', 'devices.created_by', 'devices.made_with'])
      .select(['projects.name', 'projects.timezone'])
      .where('devices.token_hash', '=', parameter('hash'))
      .where('devices.purpose', '=', 'screen')
      .where('devices.revoked_at', 'is', null)
      .where('projects.state', '!=', 'draft')
      .where('devices.expires_at', '>', parameter('now')),
  );

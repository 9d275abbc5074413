import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { newestBackup } from '../features/backups/backups.service.ts';
import { isRecipient } from '../features/backups/encryption.service.ts';
import { bad, good, isOpenToOthers } from './finding.ts';
import type { Finding } from './finding.ts';
import { verifiedBackup } from './restore.ts';

/** The folder, the newest backup in it, and the keys that backups are encrypted to. */
export async function examineBackups(config: Config): Promise<Finding[]> {
  const { folder, recipients } = config.backup;
  const findings = [
    isOpenToOthers(folder)
      ? bad('backup folder', `other users of this machine can read ${folder}: chmod 700 it`)
      : good('backup folder', 'only its owner can read it, or there is none'),
    await examineNewest(config),
  ];
  for (const recipient of recipients) {
    findings.push(
      (await isRecipient(recipient))
        ? good('backup recipient', recipient)
        : bad('backup recipient', `${recipient} is not a public key of age: check BACKUP_RECIPIENT for a typing error`),
    );
  }
  return findings;
}

async function examineNewest(config: Config): Promise<Finding> {
  const { folder, identity } = config.backup;
  const path = existsSync(folder) ? newestBackup(folder) : undefined;
  if (path === undefined) return good('newest backup', `there is none in ${folder}`);
  if (path.endsWith('.age') && identity === undefined)
    return good(
      'newest backup',
      'encrypted; check it with "muster verify", which needs its secret key of age and the key of this installation',
    );
  try {
    const identities = identity === undefined ? [] : [identity];
    const { created_at } = await verifiedBackup(config, { path, identities, withoutKey: false, unverified: false });
    return good('newest backup', `complete and unchanged, of ${created_at}`);
  } catch (error) {
    return bad('newest backup', error instanceof Error ? error.message : String(error));
  }
}

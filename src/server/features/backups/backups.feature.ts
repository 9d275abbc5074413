import type { Feature } from '../../feature.ts';
import { backupJobs } from './backups.service.ts';

export const backups = {
  jobs: backupJobs,
} satisfies Feature;

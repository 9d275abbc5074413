import type { Feature } from '../../feature.ts';
import { deleteOldJobs } from './outbox.service.ts';

export const outbox = {
  expiry: [deleteOldJobs],
} satisfies Feature;

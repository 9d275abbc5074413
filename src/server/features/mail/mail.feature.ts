import type { Feature } from '../../feature.ts';
import { mailHandlers } from './mail.service.ts';

export const mail = {
  outbox: mailHandlers,
} satisfies Feature;

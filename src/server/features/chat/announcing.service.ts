import { translateTo } from '../../../locales/server-texts.ts';
import type { Config } from '../../config.ts';
import type { Trx } from '../../db/db.ts';
import { addSeconds, days, timestamp } from '../../lib/clock.ts';
import type { Outbox } from '../outbox/outbox.service.ts';
import { listActive } from './chat.queries.ts';
import { topicsOf } from './chat.service.ts';
import { chatJob } from './sending.service.ts';

export type ChatServices = { config: Config; outbox: Outbox };
/** `page`: its path in the web app. */
export type AnnouncedText = { id: string; pid: string; tid: string | null; title: string; text: string; page: string };

/**
 * Sends a new announcement to the channels of its project or team. Call it in the transaction of the announcement; one
 * query, and one statement if there are channels. Repeating it with the same id sends nothing again.
 */
export async function announceInChat(
  trx: Trx,
  { config, outbox }: ChatServices,
  now: Date,
  { id, pid, tid, title, text, page }: AnnouncedText,
): Promise<void> {
  const channels = (await listActive(trx, pid, tid)).filter(({ topics }) => topicsOf(topics).includes('announcements'));
  const until = timestamp(addSeconds(now, days(1)));
  await outbox.add(
    trx,
    channels.map(({ id: channel, language }) => {
      const link = { label: translateTo(language)('chatMessages.read'), href: `${config.baseUrl}${page}` };
      const lines = text === '' ? [] : [text];
      return chatJob(`${channel}:announcement:${id}`, { channel, message: { title, lines, link }, until });
    }),
  );
}

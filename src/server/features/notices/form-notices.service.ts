import type { Trx } from '../../db/db.ts';
import { addSeconds, timestamp } from '../../lib/clock.ts';
import { newId } from '../../lib/secrets.ts';
import { insertFormNotices } from './form-notices.queries.ts';
import type { FormNotice } from './form-notices.queries.ts';
import { mergeSeconds } from './notify.service.ts';

type Form = { pid: string; form: string; title: string; audience: FormNotice['audience']; closes_at: string | null };
type Cause = { actor: string | null; now: Date };

/** Notifies the people whom the form asks. Opening and closing are told once, and only to people who have not answered. */
export async function notifyForm(
  trx: Trx,
  { actor, now }: Cause,
  kind: FormNotice['kind'],
  { pid, form, title, audience, closes_at }: Form,
): Promise<void> {
  const occasions = { 'form.opened': 'opened', 'form.closing': closes_at, 'form.asks_more': null };
  await insertFormNotices(trx, {
    kind,
    prefix: newId(now),
    pid,
    form,
    audience,
    occasion: occasions[kind],
    actor,
    detail: JSON.stringify({ form: title, ...(closes_at === null ? {} : { closes_at }) }),
    now: timestamp(now),
    due: timestamp(addSeconds(now, mergeSeconds)),
  });
}

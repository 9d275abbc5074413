import type { Actor } from '../../auth/project-role.ts';
import type { Config } from '../../config.ts';
import type { Reader } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import type { PageRequest } from '../../http/paging.ts';
import { canReach } from './audience/audience.service.ts';
import type { MessageAudience } from './audience/audience.schema.ts';
import { fieldsFor, fillInMarkdown } from './fields.policy.ts';
import { mayCancel, mayEdit, mayResend, replyAddress } from './messages.policy.ts';
import { countRecipients, findProject, findRecipient, listMailingLists, listMessages } from './messages.queries.ts';
import type { MessageRow } from './messages.queries.ts';
import type { recipientStates } from './messages.schema.ts';
import type { Message, MessageProgress, MessageSummary, MessageText } from './messages.schema.ts';
import { valuesOf } from './sending/values.service.ts';

export const newestFirst = { id: 'text' } as const;

/** Two queries for any number of messages. */
export async function messagePage(
  read: Reader,
  { projectRole, uid }: Actor,
  { limit, after, page }: PageRequest<typeof newestFirst>,
) {
  const { scope, owner } = projectRole;
  const rows = await listMessages(read, scope.pid, { uid, owner }, after, limit + 1);
  const progress = await progressOf(read, rows);
  return page(rows, (row) => summaryOf(row, progress(row.id)));
}

/** Needs three queries. */
export async function presentMessage(read: Reader, { projectRole, uid }: Actor, row: MessageRow): Promise<Message> {
  const progress = await progressOf(read, [row]);
  const lists = await listMailingLists(read, row.pid);
  const asking = { uid, roles: projectRole };
  const summary = summaryOf(row, progress(row.id));
  return {
    ...summary,
    // Only this feature writes the column.
    audience: JSON.parse(row.audience) as MessageAudience,
    body: row.body,
    reply_to: replyAddress(row.reply_to, row.sender_email, lists),
    rights: {
      edit: mayEdit(row, asking),
      cancel: mayCancel(row, asking),
      resend: mayResend(row, asking) && summary.progress.in_doubt > 0,
    },
  };
}

const summaryOf = (row: MessageRow, progress: MessageProgress): MessageSummary => ({
  id: row.id,
  state: row.state,
  stopped: row.stopped,
  subject: row.subject,
  sender: row.sender === null ? null : { uid: row.sender, name: row.sender_name ?? '' },
  send_at: row.send_at,
  started_at: row.started_at,
  ended_at: row.ended_at,
  created_at: row.created_at,
  progress,
});

async function progressOf(read: Reader, rows: readonly MessageRow[]): Promise<(id: string) => MessageProgress> {
  const ids = rows.filter(({ started_at }) => started_at !== null).map(({ id }) => id);
  const counts = ids.length === 0 ? [] : await countRecipients(read, ids);
  return (id) => {
    const own = new Map(counts.filter((row) => row.message_id === id).map((row) => [row.state, Number(row.count)]));
    const of = (state: (typeof recipientStates)[number]) => own.get(state) ?? 0;
    return {
      total: [...own.values()].reduce((sum, count) => sum + count, 0),
      waiting: of('waiting'),
      sending: of('sending'),
      sent: of('sent'),
      skipped: of('skipped'),
      refused: of('refused'),
      failed: of('failed'),
      in_doubt: of('in_doubt'),
      cancelled: of('cancelled'),
    };
  };
}

type Text = { subject: string; body: string };

/** The text as one person gets it, with their values escaped as Markdown. */
export async function textFor(
  read: Reader,
  { baseUrl }: Config,
  { projectRole, uid: caller, now }: Actor,
  { subject, body }: Text,
  uid: string,
): Promise<MessageText> {
  const used = fieldsFor(projectRole, body);
  const person = (await canReach(read, { uid: caller, role: projectRole, now }, uid))
    ? await findRecipient(read, uid)
    : undefined;
  if (person === undefined) return fail('not_found', { detail: 'There is no such person in this project' });
  const { pid } = projectRole.scope;
  const { timezone } = (await findProject(read, pid)) ?? { timezone: 'UTC' };
  const occasion = { pid, timezone, baseUrl, now: timestamp(now), used, viewer: projectRole };
  const values = (await valuesOf(read, [person], occasion)).get(uid);
  return { subject, body: values === undefined ? body : fillInMarkdown(body, values) };
}

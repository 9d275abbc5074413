import { isNoticeKind } from '../../../../shared/notice-kinds.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import type { Reader } from '../../../db/db.ts';
import { mailWay } from '../../../lib/mailer.ts';
import type { StoredValues } from '../combine-tasks.policy.ts';
import { deliveryOf } from './delivery.policy.ts';
import { listAboutSeveral, listOfMessage, listOnTasks } from './delivery.queries.ts';
import * as queries from './delivery.queries.ts';
import type { FoundDelivery } from './delivery.queries.ts';
import type { Delivery } from './delivery.schema.ts';

export type Asked = { config: Pick<Config, 'smtpUrl'>; now: string };

/** Kinds of a later version, or ones that no longer exist, are left out. */
export function presentDelivery({ kind, ...row }: FoundDelivery, { config, now }: Asked): Delivery | undefined {
  return isNoticeKind(kind) ? deliveryOf({ ...row, kind }, { now, sendsMail: mailWay(config) === 'smtp' }) : undefined;
}

/**
 * How people on these tasks were last notified about them; null if nobody had to notify them, such as people who joined
 * by themselves. Two queries for any number of tasks and people.
 */
export async function deliveriesOnTasks(
  read: Reader,
  scope: ProjectScope,
  tasks: readonly string[],
  asked: Asked,
): Promise<(task: string, uid: string) => Delivery | null> {
  const single = (await listOnTasks(read, tasks)).map((row) => ({ ...row, task: row.subject }));
  const several = (await listAboutSeveral(read, scope, tasks)).flatMap((row) =>
    // Only this feature writes the column.
    ((JSON.parse(row.detail) as StoredValues).listed ?? []).map(({ id }) => ({ ...row, task: id })),
  );
  const found = Map.groupBy([...single, ...several], ({ task, uid }) => `${task} ${uid}`);
  return (task, uid) => {
    const newest = (found.get(`${task} ${uid}`) ?? []).toSorted((a, b) => (a.id < b.id ? 1 : -1));
    const all = newest.flatMap((row) => presentDelivery(row, asked) ?? []);
    // A notice that is part of the mail of another one, or no longer needed, was not sent.
    return all.find(({ state }) => state !== 'unreached') ?? all[0] ?? null;
  };
}

/** How a message reached these people. */
export async function deliveriesOfMessage(
  read: Reader,
  message: string,
  uids: readonly string[],
  asked: Asked,
): Promise<(uid: string) => Delivery | null> {
  const rows = new Map((await listOfMessage(read, message, uids)).map((row) => [row.uid, row]));
  return (uid) => {
    const row = rows.get(uid);
    return (row && presentDelivery(row, asked)) ?? null;
  };
}

type MailWay = Pick<Asked, 'config'>;

/** A subquery of the identifiers of recipients. */
export const unreachedRecipients = (read: Reader, message: string, { config }: MailWay) =>
  queries.unreachedRecipients(read, message, mailWay(config) === 'smtp');

export const countReached = (read: Reader, message: string, { config }: MailWay) =>
  queries.countReached(read, message, mailWay(config) === 'smtp');

export const listReceived = (...parameters: Parameters<typeof queries.listReceived>) =>
  queries.listReceived(...parameters);

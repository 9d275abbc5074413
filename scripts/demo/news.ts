/** Announcements, a message that was sent to a team, and what people were notified of last week, in the demo. */
import type { Insertable } from 'kysely';
import type { Tables } from '../../src/server/db/tables.ts';
import { taskValues } from '../../src/server/features/notices/notify.service.ts';
import { addSeconds, hours, timestamp } from '../../src/server/lib/clock.ts';
import { firstIdOf } from '../../src/server/lib/secrets.ts';

type Rows<T extends keyof Tables> = Insertable<Tables[T]>[];
type News = {
  pid: string;
  now: Date;
  owner: string;
  /** The person to sign in as, who is notified of something of every kind. */
  volunteer: string;
  memberships: readonly { tid: string; uid: string; role: string }[];
  tasks: Rows<'tasks'>;
  attendances: Rows<'attendances'>;
};
export type DemoNews = {
  announcements: Rows<'announcements'>;
  messages: Rows<'messages'>;
  message_recipients: Rows<'message_recipients'>;
  notices: Rows<'notices'>;
};

const team = 'venue';

/** Every id has a moment of its own, so that the rows are in order. */
export function newsRows({ pid, now, owner, volunteer, memberships, tasks, attendances }: News): DemoNews {
  let position = 0;
  const next = (hoursAgo: number) => {
    position += 1;
    const moment = new Date(addSeconds(now, -hours(hoursAgo)).getTime() + position);
    return { id: firstIdOf(moment), at: timestamp(moment) };
  };
  const announce = (hoursAgo: number, about: { title: string; body: string; audience: 'public' | 'people' }) => {
    const { id, at } = next(hoursAgo);
    return { hoursAgo, row: { id, pid, ...about, created_by: owner, created_at: at, updated_at: at } };
  };
  const published = [
    announce(150, {
      title: 'The programme is out',
      body: 'Forty talks in three rooms, and a **hands-on** afternoon on the last day. See you there!',
      audience: 'public',
    }),
    announce(30, {
      title: 'Shirts are in',
      body: 'Pick yours up at the desk when you check in. Sizes can still be changed until Friday.',
      audience: 'people',
    }),
  ];
  const chief = memberships.find(({ tid, role }) => tid === team && role === 'chief')?.uid ?? owner;
  const others = [...new Set(memberships.filter(({ tid }) => tid === team).map(({ uid }) => uid))].filter(
    (uid) => uid !== chief,
  );
  const sent = next(28);
  const message = {
    id: sent.id,
    pid,
    sender: chief,
    state: 'sent' as const,
    audience: JSON.stringify({ tids: [team] }),
    to_everyone: 0,
    subject: 'Build-up starts at eight',
    body: 'Hi {{name}},\n\nwe meet at the **back entrance** at 7:45. Bring closed shoes; gloves are there.',
    planned_at: sent.at,
    started_at: sent.at,
    ended_at: sent.at,
    created_at: sent.at,
    updated_at: sent.at,
  };
  const recipients = others.map((uid, index) => ({
    id: next(28).id,
    message_id: message.id,
    uid,
    ...(index === 3
      ? { state: 'refused' as const, reason: '550 mailbox unavailable' }
      : { state: 'sent' as const, reason: null }),
    attempts: 1,
    due_at: sent.at,
    changed_at: sent.at,
  }));
  return {
    announcements: published.map(({ row }) => row),
    messages: [message],
    message_recipients: recipients,
    notices: noticeRows(),
  };

  /** Everybody on a task was notified that it starts half an hour earlier. */
  function noticeRows(): DemoNews['notices'] {
    const notice = (uid: string, hoursAgo: number, about: { kind: string; subject: string; actor: string | null }) => {
      const { id, at } = next(hoursAgo);
      return { id, uid, pid, ...about, previous: '{}', detail: '{}', created_at: at, mailed_at: at };
    };
    const announced = published.flatMap(({ hoursAgo, row: { id, title } }) =>
      [...new Set(memberships.map(({ uid }) => uid))].map((uid) => ({
        ...notice(uid, hoursAgo, { kind: 'announcement', subject: id, actor: owner }),
        detail: JSON.stringify({ title }),
      })),
    );
    const written = recipients.map(({ uid }) => ({
      ...notice(uid, 28, { kind: 'message', subject: message.id, actor: chief }),
      detail: JSON.stringify({ title: message.subject }),
    }));
    const theirs = attendances.find(({ uid }) => uid === volunteer)?.task_id;
    const moved = tasks.find(({ id }) => id === theirs);
    if (moved === undefined) return [...announced, ...written];
    const { title, starts_at, ends_at, description = '' } = moved;
    const values = taskValues({ title, starts_at, ends_at, description });
    const previous = { ...values, starts_at: timestamp(addSeconds(new Date(starts_at), hours(0.5))) };
    const attending = attendances.filter(({ task_id, uid }) => task_id === moved.id && uid !== chief);
    return [
      ...announced,
      ...written,
      ...attending.map(({ uid }) => ({
        ...notice(uid, 20, { kind: 'task.changed', subject: moved.id, actor: chief }),
        previous: JSON.stringify(previous),
        detail: JSON.stringify(values),
      })),
    ];
  }
}

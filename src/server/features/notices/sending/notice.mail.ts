import { pagePath } from '../../../../shared/pages.ts';
import { formatDateTimeAt, formatMovedSpanAt, formatSpanAt } from '../../../../locales/format/dates.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { formatMoney } from '../../../../locales/format/money.ts';
import { invitedAddress, unnamedActor } from '../../../../locales/format/notice-actor.ts';
import { translateTo, writtenLanguage } from '../../../../locales/server-texts.ts';
import type { Translate } from '../../../../locales/server-texts.ts';
import { entryOf, settingsGroups } from '../../../../shared/notice-kinds.ts';
import type { NoticeKind } from '../../../../shared/notice-kinds.ts';
import { calendarFile } from '../../../lib/calendar/icalendar.ts';
import type { CalendarEvent } from '../../../lib/calendar/icalendar.ts';
import { layOut } from '../../../lib/mail/layout.ts';
import type { MailBlock, MailContent } from '../../../lib/mail/layout.ts';
import { nameForMail } from '../../../lib/mail/web-address.ts';
import type { Mail } from '../../../lib/mailer.ts';
import { eventUid } from '../../calendar/events.service.ts';
import type { NoticeValues } from '../notices.schema.ts';
import type { ListedTask } from '../combine-tasks.policy.ts';
import { textsOf } from '../texts.policy.ts';

export type MailedNotice = {
  kind: NoticeKind;
  pid: string | null;
  subject: string;
  project: string | null;
  timezone: string | null;
  actor: string | null;
  previous: NoticeValues;
  values: NoticeValues;
  revision: number;
  /** The name of the place where the task is. */
  place: string | null;
  created_at: string;
  /** If the notice is about several tasks. */
  listed?: readonly MailedTask[];
};

export type MailedTask = ListedTask & { place: string | null };

type Recipient = { email: string; name: string; language: string | null };
type Links = { baseUrl: string; unsubscribe: string | undefined };

/** In the recipient's language; in English if it is unknown. */
export function noticeMail(recipient: Recipient, notices: readonly MailedNotice[], links: Links): Omit<Mail, 'until'> {
  const language = writtenLanguage(recipient.language);
  const subject = subjectOf(language, notices);
  const { text, html } = layOut(subject, contentOf(language, recipient, notices, links));
  // A task that two notices are about is there once, as the later one says.
  const byUid = new Map(
    notices.flatMap((notice) => eventsOf(notice, links.baseUrl)).map((event) => [event.uid, event]),
  );
  const events = [...byUid.values()];
  return {
    to: recipient.email,
    subject,
    text,
    html,
    ...eventOf(notices),
    ...(links.unsubscribe === undefined
      ? {}
      : {
          headers: {
            'List-Unsubscribe': `<${links.unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }),
    ...(events.length === 0
      ? {}
      : {
          attachments: [
            { filename: 'muster.ics', type: 'text/calendar; charset=utf-8', content: calendarFile(events) },
          ],
        }),
  };
}

/** What is sent at once counts more than what can wait for a summary, and tasks count most. */
const rankOf = ({ kind }: MailedNotice): number => {
  const { mail, group } = entryOf(kind);
  const index = settingsGroups.findIndex((one) => one === group);
  return (mail === 'digest' ? settingsGroups.length : 0) + index;
};

/** The subject begins with the event and says the most important thing. */
function subjectOf(language: string, notices: readonly MailedNotice[]): string {
  const t = translateTo(language);
  const [first] = notices.toSorted((one, other) => rankOf(one) - rankOf(other));
  if (first === undefined) return '';
  const [line = ''] = linesOf(t, language, first);
  const what = line.replace(/[.。]$/, '');
  const event =
    first.project === null ? what : t('notices.mail.subject', { project: nameForMail(first.project), what });
  const count = notices.length - 1;
  return count === 0 ? event : t('notices.mail.subjectMore', { subject: event, count });
}

/** A mail about several events has none of their names as its sender. */
function eventOf(notices: readonly MailedNotice[]): Pick<Mail, 'event'> {
  const [first] = notices;
  if (first === undefined || first.pid === null || first.project === null) return {};
  if (notices.some(({ pid }) => pid !== first.pid)) return {};
  return { event: { pid: first.pid, name: nameForMail(first.project) } };
}

function contentOf(
  language: string,
  { name }: Recipient,
  notices: readonly MailedNotice[],
  { baseUrl, unsubscribe }: Links,
): MailContent {
  const t = translateTo(language);
  const projects = [...new Set(notices.flatMap(({ project }) => (project === null ? [] : [nameForMail(project)])))];
  const settings = { label: t('notices.mail.settings'), href: `${baseUrl}${pagePath('/me/notice-settings')}` };
  return {
    language,
    greeting:
      name === '' ? t('notices.mail.greetingNameless') : t('notices.mail.greeting', { name: nameForMail(name) }),
    blocks: notices.map((notice) => blockOf(t, language, notice, baseUrl)),
    footer: {
      text:
        projects.length === 0
          ? t('notices.mail.whyAccount')
          : t('notices.mail.why', { project: formatList(projects, language) }),
      links:
        unsubscribe === undefined
          ? [settings]
          : [
              {
                label: t('notices.mail.unsubscribe'),
                href: unsubscribe.replace('/api/unsubscribe', pagePath('/unsubscribe')),
              },
              settings,
            ],
    },
  };
}

function blockOf(t: Translate, language: string, notice: MailedNotice, baseUrl: string): MailBlock {
  const [title = '', ...lines] = linesOf(t, language, notice);
  const { project, values, timezone, listed = [] } = notice;
  const tasks = listed.map((task) =>
    t('notices.mail.task', {
      title: nameForMail(task.title),
      when: formatSpanAt(task.starts_at, task.ends_at, language, timezone ?? 'UTC'),
    }),
  );
  const hasTime = values.starts_at !== undefined || values.closes_at !== undefined;
  const zone = hasTime && timezone !== null ? [t('notices.mail.zone', { zone: timezone })] : [];
  const written = values.text === undefined ? [] : values.text.split('\n').filter((line) => line.trim() !== '');
  const by = project === null ? [] : [senderOf(t, notice, nameForMail(project))];
  const href = `${baseUrl}${entryOf(notice.kind).page(notice)}`;
  return {
    title,
    lines: [...lines, ...written, ...tasks, ...zone, ...by],
    link: { label: t('notices.mail.open'), href },
  };
}

/** The project, and who caused the notice. Nobody does when a waiting list gives a place. */
function senderOf(t: Translate, notice: MailedNotice, project: string): string {
  const isByList = notice.actor === null && notice.values.change === 'waiting';
  return isByList ? project : t('notices.mail.by', { actor: actorIn(t, notice), project });
}

const actorIn = (t: Translate, { actor, kind, values }: MailedNotice): string =>
  nameForMail(actor ?? '') || invitedAddress(kind, values) || t(unnamedActor(kind, actor));

/** What happened, in sentences. Names are cleaned of web addresses: others chose them. */
export function linesOf(t: Translate, language: string, notice: MailedNotice): string[] {
  const { previous, values } = notice;
  const zone = notice.timezone ?? 'UTC';
  const [old, span] = [spanOf(previous), spanOf(values)];
  const { amount = 0, currency, closes_at: closes } = values;
  const parameters = {
    title: nameForMail(values.title ?? ''),
    number: values.tasks ?? values.invitations ?? 0,
    oldTitle: nameForMail(previous.title ?? ''),
    team: nameForMail(values.team ?? ''),
    form: nameForMail(values.form ?? ''),
    part: values.part === undefined ? '' : t(`notices.parts.${values.part}`, { team: nameForMail(values.team ?? '') }),
    project: nameForMail(notice.project ?? ''),
    actor: actorIn(t, notice),
    what: nameForMail(values.what ?? ''),
    reason: nameForMail(values.reason ?? ''),
    when: span === undefined ? '' : formatSpanAt(...span, language, zone),
    before: old === undefined ? '' : formatSpanAt(...old, language, zone),
    after: old === undefined || span === undefined ? '' : formatMovedSpanAt(old, span, language, zone),
    closes: closes === undefined ? '' : formatDateTimeAt(closes, language, zone),
    amount: currency === undefined ? '' : formatMoney(amount, currency, language),
  };
  return textsOf(notice).map((text) => t(`notices.kinds.${text}`, parameters));
}

const spanOf = ({ starts_at: from, ends_at: to }: NoticeValues): [string, string] | undefined =>
  from === undefined || to === undefined ? undefined : [from, to];

/** The tasks for a calendar. The person's own event is cancelled if they are no longer on the task. */
function eventsOf(notice: MailedNotice, baseUrl: string): CalendarEvent[] {
  const { kind, pid, values, subject, revision, place, created_at, listed } = notice;
  const { calendar, page } = entryOf(kind);
  if (calendar === undefined) return [];
  const { title = '', starts_at, ends_at } = values;
  const own = starts_at === undefined || ends_at === undefined ? [] : [{ title, starts_at, ends_at }];
  const tasks = values.tasks === undefined ? own.map((task) => ({ ...task, id: subject, revision, place })) : listed;
  const isCancelled = calendar === 'remove';
  return (tasks ?? []).map((task) => ({
    uid: eventUid(task.id),
    // As in the calendars of the person: `revision` counts that they have left, and that they may join again.
    sequence: isCancelled ? task.revision - 1 : task.revision,
    title: task.title,
    url: `${baseUrl}${page({ pid, subject: task.id })}`,
    location: task.place,
    starts_at: task.starts_at,
    ends_at: task.ends_at,
    changed_at: created_at,
    isCancelled,
  }));
}

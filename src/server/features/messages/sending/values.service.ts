import { pagePath } from '../../../../shared/pages.ts';
import { formatSpanAt } from '../../../../locales/format/dates.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { formatNumber, toHours } from '../../../../locales/format/numbers.ts';
import { translateTo, writtenLanguage } from '../../../../locales/server-texts.ts';
import type { Translate } from '../../../../locales/server-texts.ts';
import { scopeOfRow } from '../../../auth/project-role.ts';
import type { ProjectRole } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { escapeHtml } from '../../../lib/mail/layout.ts';
import { nameForMail } from '../../../lib/mail/web-address.ts';
import { codesOf } from '../../event-day/code-lists/code-lists.service.ts';
import type { OwnCode } from '../../event-day/code-lists/code-lists.service.ts';
import { audienceOf, isInAudience } from '../../forms/audience/audience.policy.ts';
import type { FormAudience } from '../../forms/audience/audience.policy.ts';
import { isOpen } from '../../forms/forms.policy.ts';
import { totalOf } from '../../hours/statement/statement.policy.ts';
import { hoursOf } from '../../hours/statement/statement.service.ts';
import { maySeeMembership, visibleAudience } from '../../roster/people/people.policy.ts';
import { translatorFor } from '../../translations/translations.service.ts';
import { escapeMarkdown } from '../fields.policy.ts';
import type { MergeField } from '../../../../shared/merge-fields.ts';
import type { FieldValues } from '../fields.policy.ts';
import {
  listAnswersOf,
  listEnabledForms,
  listHelpersAmong,
  listOwnersAmong,
  listTasksAfter,
  listTeamsOf,
} from './values.queries.ts';

type Person = { uid: string; name: string; language: string | null };

export type Occasion = {
  pid: string;
  timezone: string;
  baseUrl: string;
  now: string;
  /** The fields that the message has: the others are not looked up. */
  used: ReadonlySet<MergeField>;
  /** Who looks at the values, if it is not the person themselves: chiefs do not learn about other teams. */
  viewer?: ProjectRole;
  /** Only where nobody but the person themselves reads the text: then it has their codes. */
  codes?: Keyring;
};

type Named = { pid: string; project: string };

/** The name of the project as each of them reads it. */
export async function projectNames(read: Reader, { pid, project }: Named, people: readonly Pick<Person, 'language'>[]) {
  const inTheirs = await translators(read, pid, people);
  return ({ language }: Pick<Person, 'language'>): string => inTheirs(language)({ project }, { pid }).project;
}

async function translators(read: Reader, pid: string, people: readonly Pick<Person, 'language'>[]) {
  const found = new Map<string, Awaited<ReturnType<typeof translatorFor>>>();
  for (const language of new Set(people.map((one) => writtenLanguage(one.language))))
    found.set(language, await translatorFor(read, [pid], language));
  return (language: string | null) => found.get(writtenLanguage(language)) ?? (<T>(value: T): T => value);
}

/** A fixed number of queries for any number of people of one language. */
export async function valuesOf(
  read: Reader,
  people: readonly Person[],
  occasion: Occasion,
): Promise<ReadonlyMap<string, FieldValues>> {
  const { pid, now, used, viewer, codes } = occasion;
  const uids = people.map(({ uid }) => uid);
  if (uids.length === 0) return new Map();
  const needsTeams = used.has('team') || used.has('missing_forms');
  const teams = Map.groupBy(needsTeams ? await listTeamsOf(read, pid, uids) : [], ({ uid }) => uid);
  const tasks = Map.groupBy(used.has('next_task') ? await listTasksAfter(read, pid, uids, now) : [], ({ uid }) => uid);
  const missing = used.has('missing_forms') ? await missingForms(read, occasion, uids, teams) : () => [];
  const entries = await hoursOf(read, scopeOfRow({ pid }), used.has('hours') ? uids : []);
  const inTheirs = await translators(read, pid, needsTeams ? people : []);
  const ownCodes =
    codes === undefined ? undefined : await codesOf(read, codes, scopeOfRow({ pid }), used.has('code') ? uids : []);
  return new Map(
    people.map(({ uid, name, language }) => {
      const t = translateTo(language);
      const translated = inTheirs(language);
      const forms = formLinks(
        language,
        translated(missing(uid), { pid }),
        (form) => `${occasion.baseUrl}${pagePath('/projects/$pid/forms/$form', { pid, form })}`,
      );
      const none = t('messages.values.noForms');
      const own = translated(
        (teams.get(uid) ?? [])
          .filter(({ tid }) => viewer === undefined || maySeeMembership(viewer, tid))
          .map(({ name: team }) => ({ team })),
        { pid },
      );
      return [
        uid,
        {
          name: nameForMail(name) || t('messages.values.noName'),
          team:
            listed(
              language,
              own.map(({ team }) => team),
            ) || t('messages.values.noTeam'),
          next_task: taskText(t, language, occasion.timezone, tasks.get(uid)?.[0]),
          missing_forms: forms?.text ?? none,
          forms: forms ?? { titles: none, markdown: escapeMarkdown(none), html: escapeHtml(none) },
          link: `${occasion.baseUrl}${pagePath('/projects/$pid', { pid })}`,
          hours: formatNumber(toHours(totalOf(entries(uid)).minutes), language ?? 'en'),
          certificate: `${occasion.baseUrl}${pagePath('/projects/$pid/my-hours', { pid })}`,
          code: ownCodes === undefined ? t('messages.values.ownCode') : codeText(t, language, ownCodes(uid)),
        },
      ];
    }),
  );
}

const listed = (language: string | null, names: readonly string[]): string =>
  names.length === 0 ? '' : formatList(names.map(nameForMail), language ?? 'en');

/** With one list, the code alone can be copied. */
function codeText(t: Translate, language: string | null, codes: readonly OwnCode[]): string {
  const [only, ...others] = codes;
  if (only === undefined) return t('messages.values.noCode');
  if (others.length === 0) return only.code;
  const named = codes.map(({ name, code }) => t('messages.values.codeOf', { name: nameForMail(name), code }));
  return formatList(named, language ?? 'en');
}

type FormTitle = { form: string; title: string };

/** The forms that are missing, each with a link; undefined if none is. */
function formLinks(language: string | null, forms: readonly FormTitle[], hrefOf: (form: string) => string) {
  if (forms.length === 0) return undefined;
  const each = (write: (title: string, href: string) => string): string =>
    formatList(
      forms.map(({ form, title }) => write(nameForMail(title), hrefOf(form))),
      language ?? 'en',
    );
  return {
    titles: each((title) => title),
    text: each((title, href) => `${title} (${href})`),
    markdown: each((title, href) => `[${escapeMarkdown(title)}](${href})`),
    html: each((title, href) => `<a href="${escapeHtml(href)}">${escapeHtml(title)}</a>`),
  };
}

function taskText(
  t: Translate,
  language: string | null,
  timezone: string,
  task: { title: string; starts_at: string; ends_at: string } | undefined,
): string {
  if (task === undefined) return t('messages.values.noTask');
  const when = formatSpanAt(task.starts_at, task.ends_at, language ?? 'en', timezone);
  return t('messages.values.task', { title: nameForMail(task.title), when, zone: timezone });
}

type Membership = { tid: string; role: 'chief' | 'member' };

/** The open forms that ask a person and have no answer. */
async function missingForms(
  read: Reader,
  { pid, now, viewer }: Occasion,
  uids: readonly string[],
  teams: ReadonlyMap<string, readonly Membership[]>,
): Promise<(uid: string) => FormTitle[]> {
  const forms = (await listEnabledForms(read, pid)).filter((form) => isOpen(form, now));
  const owners = new Set((await listOwnersAmong(read, pid, uids)).map(({ uid }) => uid));
  const helpers = new Set((await listHelpersAmong(read, pid, uids)).map(({ uid }) => uid));
  const answers = new Set((await listAnswersOf(read, pid, uids)).map(({ uid, form }) => `${uid} ${form}`));
  const asked = (audience: FormAudience) => (viewer === undefined ? audience : visibleAudience(viewer, audience));
  return (uid) => {
    const roles = {
      owner: owners.has(uid),
      helper: helpers.has(uid),
      teams: new Map((teams.get(uid) ?? []).map(({ tid, role }) => [tid, role])),
    };
    return forms
      .filter((form) => !answers.has(`${uid} ${form.form}`) && isInAudience(roles, asked(audienceOf(form))))
      .map(({ form, title }) => ({ form, title }));
  };
}

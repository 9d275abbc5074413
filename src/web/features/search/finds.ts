import type { LinkProps } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { Me, Project, SearchResults } from '../../../client/client.ts';
import { formatDateTimeAt } from '../../../locales/format/dates.ts';
import { manageEntries } from '../../../shared/manage-pages.ts';
import type { ManageTab } from '../../../shared/manage-pages.ts';
import { ownPages } from '../profile/own-pages.ts';
import { addHoursHash } from '../event-day/work/add-hours-link.tsx';

export type FindKind = 'actions' | 'pages' | 'people' | 'teams' | 'tasks' | 'forms';
/** Something that the search offers, and where it leads. */
export type Find = {
  id: string;
  kind: FindKind;
  text: string;
  detail?: string;
  /** What else people may call it; not shown. */
  words?: string;
  link: LinkProps;
};

const normalised = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const includesAll = (content: string, q: string): boolean =>
  normalised(q)
    .split(/\s+/)
    .every((word) => normalised(content).includes(word));

/** Those whose text has every word that was typed, then those that are also called so. */
export function matching(finds: readonly Find[], q: string): Find[] {
  const isNamed = ({ text, detail = '' }: Find) => includesAll(`${text} ${detail}`, q);
  const isCalled = ({ text, detail = '', words = '' }: Find) => includesAll(`${text} ${detail} ${words}`, q);
  return [...finds.filter(isNamed), ...finds.filter((find) => !isNamed(find) && isCalled(find))];
}

/** What was used last comes first, and everything else stays in its order. */
export function byRecentUse(finds: readonly Find[], recent: readonly string[]): Find[] {
  const rank = ({ id }: Find) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return finds.toSorted((one, other) => rank(one) - rank(other));
}

/** Pages that everybody has. */
export const generalFinds = (t: TFunction): Find[] => [
  page('home', t('shell.home'), { to: '/' }, t('search.words.home')),
  page('projects', t('project.list.title'), { to: '/projects' }, t('search.words.projects')),
  page('me', t('person.nav.title'), { to: '/me' }),
  page('help', t('shell.guides.title'), { to: '/help' }, t('search.words.help')),
  ...ownPages.map(({ name, to }) => ({
    ...page(`me:${name}`, t(`person.nav.${name}`), { to }, t(`search.words.${name}`)),
    detail: t('person.nav.title'),
  })),
];

/** Pages and actions of the project that the person may use. */
export function projectFinds(t: TFunction, { pid, name, rights, state }: Project): Find[] {
  const params = { pid };
  const managed = manageEntries.flatMap(({ entry, tabs }) =>
    tabs
      .filter((tab: ManageTab) => rights[tab.right])
      .map((tab) => ({
        ...page(
          `manage:${tab.tab}`,
          t(`manage.parts.${tab.tab}`),
          { to: tab.pages[0], params },
          t(`search.words.${tab.tab}`),
        ),
        ...(tabs.length > 1 && { detail: t(`manage.entries.${entry}`) }),
      })),
  );
  const own = [
    page('event', name, { to: '/projects/$pid', params }),
    page('staff', t('project.nav.staff'), { to: '/projects/$pid/staff', params }, t('search.words.staff')),
    ...(rights.see_tasks
      ? [page('tasks', t('project.nav.tasks'), { to: '/projects/$pid/tasks', params }, t('search.words.tasks'))]
      : []),
    page('my-day', t('homes.myDay'), { to: '/projects/$pid/my-day', params }, t('search.words.myDay')),
  ];
  const settings: Find[] =
    rights.edit && state !== 'archived'
      ? [
          {
            ...page(
              'manage:appearance',
              t('homes.appearance.title'),
              { to: '/projects/$pid/manage/settings', params, hash: 'appearance' },
              t('search.words.appearance'),
            ),
            detail: t('manage.entries.settings'),
          },
        ]
      : [];
  return [...(state === 'archived' ? [] : projectActions(t, { pid, rights })), ...managed, ...settings, ...own];
}

function projectActions(t: TFunction, { pid, rights }: Pick<Project, 'pid' | 'rights'>): Find[] {
  const params = { pid };
  return [
    ...(rights.plan_tasks
      ? [
          action(
            'new-task',
            t('manage.tasks.new'),
            { to: '/projects/$pid/tasks/new', params },
            t('search.words.newTask'),
          ),
        ]
      : []),
    ...(rights.send_messages
      ? [
          action(
            'new-message',
            t('messagePages.new'),
            { to: '/projects/$pid/manage/messages/new', params },
            t('search.words.newMessage'),
          ),
        ]
      : []),
    ...(rights.announce
      ? [
          action(
            'new-announcement',
            t('announcements.new'),
            { to: '/projects/$pid/announcements/new', params },
            t('search.words.newAnnouncement'),
          ),
        ]
      : []),
    ...(rights.create_forms
      ? [
          action(
            'new-form',
            t('manage.forms.new'),
            { to: '/projects/$pid/manage/forms/new', params },
            t('search.words.newForm'),
          ),
        ]
      : []),
    ...(rights.create_teams
      ? [
          action(
            'new-team',
            t('manage.teams.new'),
            { to: '/projects/$pid/manage/teams', params, search: { create: true } },
            t('search.words.newTeam'),
          ),
        ]
      : []),
    ...(rights.plan_tasks || rights.see_tasks
      ? [
          action(
            'add-hours',
            t('eventDay.work.enter'),
            {
              to: rights.plan_tasks ? '/projects/$pid/manage/work' : '/projects/$pid/work',
              params,
              hash: addHoursHash,
            },
            t('search.words.addHours'),
          ),
        ]
      : []),
  ];
}

const page = (id: string, text: string, link: LinkProps, words = ''): Find => ({
  id: `page:${id}`,
  kind: 'pages',
  text,
  words,
  link,
});
const action = (id: string, text: string, link: LinkProps, words = ''): Find => ({
  id: `action:${id}`,
  kind: 'actions',
  text,
  words,
  link,
});

type Context = {
  t: TFunction;
  language: string;
  project: Project;
  me: Me;
  /** Of people who have the same name as another one. */
  addresses: ReadonlyMap<string, string>;
};

/** What the server found, with links to the pages that the person may use. */
export function serverFinds({ t, language, project, me, addresses }: Context, found: SearchResults): Find[] {
  const { pid, rights, timezone } = project;
  const params = { pid };
  const led = me.projects.find((one) => one.pid === pid)?.teams.filter(({ role }) => role === 'chief') ?? [];
  const leads = (tid: string) => rights.create_teams || led.some((team) => team.tid === tid);
  return [
    ...found.people.map(({ uid, name, teams }): Find => ({
      id: `person:${uid}`,
      kind: 'people',
      text: name,
      detail: [...(addresses.has(uid) ? [addresses.get(uid)] : []), ...teams].join(', '),
      link: { to: '/projects/$pid/people/$uid', params: { pid, uid } },
    })),
    ...found.teams.map(({ tid, name }): Find => ({
      id: `team:${pid}/${tid}`,
      kind: 'teams',
      text: name,
      link: {
        to: leads(tid) ? '/projects/$pid/teams/$tid/manage' : '/projects/$pid/teams/$tid',
        params: { pid, tid },
      },
    })),
    ...found.tasks.map(({ id, title, starts_at }): Find => ({
      id: `task:${id}`,
      kind: 'tasks',
      text: title,
      detail: formatDateTimeAt(starts_at, language, timezone),
      link: { to: rights.edit ? '/projects/$pid/manage/tasks/$id' : '/projects/$pid/tasks/$id', params: { pid, id } },
    })),
    ...found.forms.map(({ form, title }): Find => ({
      id: `form:${pid}/${form}`,
      kind: 'forms',
      text: title,
      link: {
        to: rights.create_forms ? '/projects/$pid/manage/forms/$form' : '/projects/$pid/forms/$form',
        params: { pid, form },
      },
    })),
    ...found.teams
      .filter(({ tid }) => (rights.send_messages && leads(tid)) || rights.announce)
      .map(({ tid, name }) =>
        action(`message:${pid}/${tid}`, t('search.messageTeam', { team: name }), {
          to: '/projects/$pid/manage/messages/new',
          params,
          search: { tids: [tid] },
        }),
      ),
  ];
}

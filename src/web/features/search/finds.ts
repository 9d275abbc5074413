import type { LinkProps } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { Me, Project, SearchResults } from '../../../client/client.ts';
import { formatDateTimeAt } from '../../../locales/format/dates.ts';
import { manageEntries } from '../../../shared/manage-pages.ts';
import type { ManageTab } from '../../../shared/manage-pages.ts';

export type FindKind = 'actions' | 'pages' | 'people' | 'teams' | 'tasks' | 'forms';
/** Something that the search offers, and where it leads. */
export type Find = { id: string; kind: FindKind; text: string; detail?: string; link: LinkProps };

const normalised = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Every word that was typed is in the text. */
export function isMatch({ text, detail = '' }: Find, q: string): boolean {
  const content = normalised(`${text} ${detail}`);
  return normalised(q)
    .split(/\s+/)
    .every((word) => content.includes(word));
}

/** What was used last comes first, and everything else stays in its order. */
export function byRecentUse(finds: readonly Find[], recent: readonly string[]): Find[] {
  const rank = ({ id }: Find) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return finds.toSorted((one, other) => rank(one) - rank(other));
}

/** Pages that everybody has. */
export const generalFinds = (t: TFunction): Find[] => [
  page('home', t('shell.home'), { to: '/' }),
  page('projects', t('project.list.title'), { to: '/projects' }),
  page('me', t('person.nav.title'), { to: '/me' }),
  page('notices', t('person.nav.notices'), { to: '/me/notices' }),
  page('help', t('shell.guides.title'), { to: '/help' }),
];

/** Pages and actions of the project that the person may use. */
export function projectFinds(t: TFunction, { pid, name, rights, state }: Project): Find[] {
  const params = { pid };
  const managed = manageEntries.flatMap(({ entry, tabs }) =>
    tabs
      .filter((tab: ManageTab) => rights[tab.right])
      .map((tab) => ({
        ...page(`manage:${tab.tab}`, t(`manage.parts.${tab.tab}`), { to: tab.pages[0], params }),
        ...(tabs.length > 1 && { detail: t(`manage.entries.${entry}`) }),
      })),
  );
  const own = [
    page('event', name, { to: '/projects/$pid', params }),
    page('staff', t('project.nav.staff'), { to: '/projects/$pid/staff', params }),
    ...(rights.see_tasks ? [page('tasks', t('project.nav.tasks'), { to: '/projects/$pid/tasks', params })] : []),
    page('my-day', t('homes.myDay'), { to: '/projects/$pid/my-day', params }),
  ];
  const actions: Find[] = [
    ...(rights.plan_tasks
      ? [action('new-task', t('manage.tasks.new'), { to: '/projects/$pid/tasks/new', params })]
      : []),
    ...(rights.send_messages
      ? [action('new-message', t('messagePages.new'), { to: '/projects/$pid/manage/messages/new', params })]
      : []),
    ...(rights.announce
      ? [action('new-announcement', t('announcements.new'), { to: '/projects/$pid/announcements/new', params })]
      : []),
    ...(rights.create_forms
      ? [action('new-form', t('manage.forms.new'), { to: '/projects/$pid/manage/forms/new', params })]
      : []),
    ...(rights.create_teams
      ? [
          action('new-team', t('manage.teams.new'), {
            to: '/projects/$pid/manage/teams',
            params,
            search: { create: true },
          }),
        ]
      : []),
  ];
  return [...(state === 'archived' ? [] : actions), ...managed, ...own];
}

const page = (id: string, text: string, link: LinkProps): Find => ({ id: `page:${id}`, kind: 'pages', text, link });
const action = (id: string, text: string, link: LinkProps): Find => ({
  id: `action:${id}`,
  kind: 'actions',
  text,
  link,
});

type Context = { t: TFunction; language: string; project: Project; me: Me };

/** What the server found, with links to the pages that the person may use. */
export function serverFinds({ t, language, project, me }: Context, found: SearchResults): Find[] {
  const { pid, rights, timezone } = project;
  const params = { pid };
  const led = me.projects.find((one) => one.pid === pid)?.teams.filter(({ role }) => role === 'chief') ?? [];
  const leads = (tid: string) => rights.create_teams || led.some((team) => team.tid === tid);
  return [
    ...found.people.map(({ uid, name, teams }): Find => ({
      id: `person:${uid}`,
      kind: 'people',
      text: name,
      detail: teams.join(', '),
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

import { allPages } from '../../src/shared/pages.ts';
import type { PagePath } from '../../src/shared/pages.ts';
import type { Year } from './year.ts';

type Places = Pick<Year, 'pid' | 'task' | 'chief' | 'volunteer'>;
type Role = 'visitor' | 'member' | 'chief' | 'owner' | 'admin';

/**
 * The states of a page by the role that sees them: what its address ends with, after the value of its last parameter unless
 * that is the usual one.
 */
type Visits = Partial<Record<Role, string[]>>;

const asVisitor: Visits = { visitor: [''] };
const asMember: Visits = { member: [''] };
const asBoth: Visits = { visitor: [''], member: [''] };
const asChief: Visits = { chief: [''] };
const asOwner: Visits = { owner: [''] };
const asAdmin: Visits = { admin: [''] };
/** Tests of their own open these: they need a link, a row or a device, or lead to another page. */
const elsewhere: Visits = {};

const visits: Record<PagePath, Visits> = {
  '/': asBoth,
  '/sign-in': asVisitor,
  '/email': elsewhere,
  '/email-revert': elsewhere,
  '/not-me': elsewhere,
  '/unsubscribe': elsewhere,
  '/guardian': elsewhere,
  '/desk': elsewhere,
  '/show/$token': elsewhere,
  '/check-in/$pid/$place': elsewhere,
  '/help': asVisitor,
  '/help/$guide': { visitor: ['desk', 'chiefs', 'owners'] },
  '/verify': asVisitor,
  '/verify/$number': asVisitor,
  '/api-access': asMember,
  '/me': elsewhere,
  '/me/profile': asMember,
  '/me/contact': asMember,
  '/me/resume': elsewhere,
  '/me/offer': asMember,
  '/me/real-profile': asMember,
  '/me/address': asMember,
  '/me/bank': asMember,
  '/me/dietary-habits': asMember,
  '/me/emergency': asMember,
  '/me/history': asMember,
  '/me/calendar': asMember,
  '/me/notices': asMember,
  '/me/notice-settings': asMember,
  '/me/security': asMember,
  '/me/sessions': asMember,
  '/me/privacy': { member: ['', '?erase=true'] },
  '/people/$uid': asMember,
  '/invitations': asMember,
  '/messages/$id': elsewhere,
  '/projects': asBoth,
  '/projects/$pid': asBoth,
  '/projects/$pid/staff': asBoth,
  '/projects/$pid/teams': asBoth,
  '/projects/$pid/teams/$tid': { visitor: [''], member: ['', 'press'] },
  '/projects/$pid/apply': asBoth,
  '/projects/$pid/tasks': { member: ['', '?open=true&mine=true', '?tid=venue', '?view=day&day=$pid-08-08'] },
  '/projects/$pid/tasks/$id': asMember,
  '/projects/$pid/open-tasks': { member: ['', '?tid=venue&all=true'] },
  '/projects/$pid/availability': asMember,
  '/projects/$pid/my-skills': asMember,
  '/projects/$pid/my-hours': asMember,
  '/projects/$pid/my-day': asMember,
  '/projects/$pid/work': asMember,
  '/projects/$pid/announcements': { visitor: [''], member: ['', '?tid=venue'] },
  '/projects/$pid/announcements/$id': elsewhere,
  '/projects/$pid/forms': asMember,
  '/projects/$pid/forms/$form': { member: ['', 'shirts'] },
  '/projects/$pid/claims': asMember,
  '/projects/$pid/claims/$id': elsewhere,
  '/projects/$pid/documents': asBoth,
  '/projects/$pid/documents/$id': elsewhere,
  '/projects/$pid/guardian': asMember,
  '/projects/$pid/thanks': asBoth,
  '/projects/$pid/my-groups': asMember,
  '/projects/$pid/teams/$tid/manage': {
    chief: [
      '',
      '?add=invite',
      '?add=last-year',
      '?tab=applications',
      '?tab=tasks',
      '?tab=announcements',
      '?tab=texts',
      '?tab=chat',
    ],
  },
  '/projects/$pid/now': { chief: [''], owner: [''] },
  '/projects/$pid/people': { chief: ['', '?tid=venue&without_tasks=true'], owner: ['', '?role=chief'] },
  '/projects/$pid/people/$uid': { chief: [''], owner: [''] },
  '/projects/$pid/tasks/new': { chief: ['', '?tid=venue', '?from=$id'] },
  '/projects/$pid/tasks/$id/edit': asChief,
  '/projects/$pid/announcements/new': { chief: ['', '?tid=venue'] },
  '/projects/$pid/announcements/$id/edit': elsewhere,
  '/projects/$pid/manage': asOwner,
  '/projects/$pid/manage/settings': {
    owner: ['', '?section=rules', '?section=visibility', '?section=look', '?section=years'],
  },
  '/projects/$pid/manage/teams': { owner: ['', '?create=true', '?edit=venue', '?chiefs=venue'] },
  '/projects/$pid/manage/tasks': { owner: ['', '?past=true&sort=-people'] },
  '/projects/$pid/manage/tasks/planner': { owner: ['', '?days=3&by=place'] },
  '/projects/$pid/manage/tasks/coverage': { owner: ['', '?by=place'] },
  '/projects/$pid/manage/tasks/print': { owner: ['', '?what=person'] },
  '/projects/$pid/manage/tasks/drafts': asOwner,
  '/projects/$pid/manage/tasks/drafts/$id': elsewhere,
  '/projects/$pid/manage/tasks/new-series': asOwner,
  '/projects/$pid/manage/tasks/series': asOwner,
  '/projects/$pid/manage/tasks/series/$id': elsewhere,
  '/projects/$pid/manage/tasks/paste': asOwner,
  '/projects/$pid/manage/tasks/$id': asOwner,
  '/projects/$pid/manage/kinds': asOwner,
  '/projects/$pid/manage/invitations': { owner: [''], chief: [''] },
  '/projects/$pid/manage/invitations/import': asOwner,
  '/projects/$pid/manage/ask-again': asOwner,
  '/projects/$pid/manage/offers': { owner: ['', '?q=ladder'], chief: [''] },
  '/projects/$pid/manage/applications': { owner: ['', '?state=all'], chief: [''] },
  '/projects/$pid/manage/applications/publish': asOwner,
  '/projects/$pid/manage/documents': { owner: [''], chief: [''] },
  '/projects/$pid/manage/documents/new': asOwner,
  '/projects/$pid/manage/documents/$id': elsewhere,
  '/projects/$pid/manage/owners': asOwner,
  '/projects/$pid/manage/forms': asOwner,
  '/projects/$pid/manage/forms/new': { owner: ['', '?kind=custom', '?kind=meals'] },
  '/projects/$pid/manage/forms/$form': asOwner,
  '/projects/$pid/manage/forms/$form/passed-on': { owner: ['', 'shirts'] },
  '/projects/$pid/manage/forms/$form/answers': { owner: ['shirts'] },
  '/projects/$pid/manage/forms/$form/import': { owner: ['shirts'] },
  '/projects/$pid/manage/claims': { owner: ['', '?state=all'] },
  '/projects/$pid/manage/budgets': asOwner,
  '/projects/$pid/manage/payouts': asOwner,
  '/projects/$pid/manage/payouts/$id': elsewhere,
  '/projects/$pid/manage/travel-money': asOwner,
  '/projects/$pid/manage/travel-money/$form': asOwner,
  '/projects/$pid/manage/travel-money/$form/accounts': asOwner,
  '/projects/$pid/manage/totals': { owner: ['', '?view=tables'] },
  '/projects/$pid/manage/translations': asOwner,
  '/projects/$pid/manage/exports': asOwner,
  '/projects/$pid/manage/chat': asOwner,
  '/projects/$pid/manage/webhooks': asOwner,
  '/projects/$pid/manage/group-sync': asOwner,
  '/projects/$pid/manage/service-accounts': asOwner,
  '/projects/$pid/manage/desk': asOwner,
  '/projects/$pid/manage/roll-call': asOwner,
  '/projects/$pid/manage/rooms': asOwner,
  '/projects/$pid/manage/hand-outs': asOwner,
  '/projects/$pid/manage/hand-outs/$id': elsewhere,
  '/projects/$pid/manage/hours': asOwner,
  '/projects/$pid/manage/hours/$uid': asOwner,
  '/projects/$pid/manage/statistics': asOwner,
  '/projects/$pid/manage/thanks': asOwner,
  '/projects/$pid/manage/messages': asOwner,
  '/projects/$pid/manage/messages/new': { owner: ['', '?everyone=true'] },
  '/projects/$pid/manage/messages/$id': elsewhere,
  '/projects/$pid/manage/announcements': asOwner,
  '/projects/$pid/manage/work': asOwner,
  '/projects/$pid/manage/audit': { owner: ['', '?kind=team.created'] },
  '/projects/new': { admin: ['', '?from="$pid"'] },
  '/admin': asAdmin,
  '/admin/projects': asAdmin,
  '/admin/people': { admin: ['', '?q=vera', '?suspended=true', '?uid=$volunteer'] },
  '/admin/audit': { admin: ['', '?kind=person.suspended'] },
};

const usual = ({ pid, task, chief, volunteer }: Places): Partial<Record<string, string>> => ({
  pid,
  tid: 'venue',
  id: task,
  form: 'travel',
  uid: chief.uid,
  number: '0000-0000',
  volunteer: volunteer.uid,
});

function address(path: PagePath, state: string, year: Places): string {
  const [, value = '', search = ''] = /^(\w*)(.*)$/.exec(state) ?? [];
  const values = usual(year);
  const chosen = value === '' ? path : path.replace(/\$(?!pid)\w+/, value);
  return `${chosen}${search}`.replaceAll(/\$(\w+)/g, (_, name: string) => values[name] ?? '');
}

/** Every page that a role sees, with each state in its address. */
const pagesOf =
  (role: Role) =>
  (year: Places): string[] =>
    allPages.flatMap(({ path }) => (visits[path][role] ?? []).map((state) => address(path, state, year)));

export const visitorPages = pagesOf('visitor');
export const memberPages = pagesOf('member');
export const chiefPages = pagesOf('chief');
export const ownerPages = pagesOf('owner');
export const adminPages = pagesOf('admin');

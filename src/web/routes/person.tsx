import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { page } from '../loading.ts';
import { sideBySide } from '../ui/navigation/side-by-side.ts';
import { signedIn } from './root.tsx';
import { formSearch } from './search.ts';

const me = createRoute({
  getParentRoute: () => signedIn,
  path: '/me',
  component: lazyRouteComponent(() => import('../features/profile/me-layout.tsx'), 'MeLayout'),
});

/** On phones the list of the pages; wide screens have it beside each of them. */
const meIndex = createRoute({
  getParentRoute: () => me,
  path: '/',
  ssr: false,
  beforeLoad: () => {
    if (window.matchMedia(sideBySide).matches) throw redirect({ to: '/me/profile', replace: true });
  },
  component: lazyRouteComponent(() => import('../features/profile/me-layout.tsx'), 'OwnPagesPage'),
});

const profile = createRoute({
  getParentRoute: () => me,
  path: '/profile',
  ssr: false,
  ...page(() => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
});

const contact = createRoute({
  getParentRoute: () => me,
  path: '/contact',
  ssr: false,
  ...page(() => import('../features/profile/contact-page.tsx'), 'ContactPage'),
});

const offer = createRoute({
  getParentRoute: () => me,
  path: '/offer',
  ssr: false,
  ...page(() => import('../features/offers/own-offer-page.tsx'), 'OwnOfferPage'),
});

/** The CV had a page of its own before it became part of the offer. */
const resume = createRoute({
  getParentRoute: () => me,
  path: '/resume',
  beforeLoad: () => {
    throw redirect({ to: '/me/offer', replace: true });
  },
});

const realProfile = createRoute({
  getParentRoute: () => me,
  path: '/real-profile',
  ssr: false,
  validateSearch: formSearch,
  ...page(() => import('../features/profile/real-profile-page.tsx'), 'RealProfilePage'),
});

const address = createRoute({
  getParentRoute: () => me,
  path: '/address',
  ssr: false,
  validateSearch: formSearch,
  ...page(() => import('../features/profile/address-page.tsx'), 'AddressPage'),
});

const bank = createRoute({
  getParentRoute: () => me,
  path: '/bank',
  ssr: false,
  validateSearch: formSearch,
  ...page(() => import('../features/profile/bank-page.tsx'), 'BankPage'),
});

const dietaryHabits = createRoute({
  getParentRoute: () => me,
  path: '/dietary-habits',
  ssr: false,
  validateSearch: formSearch,
  ...page(() => import('../features/profile/dietary-habits-page.tsx'), 'DietaryHabitsPage'),
});

const emergency = createRoute({
  getParentRoute: () => me,
  path: '/emergency',
  ssr: false,
  ...page(() => import('../features/profile/emergency-page.tsx'), 'EmergencyPage'),
});

const history = createRoute({
  getParentRoute: () => me,
  path: '/history',
  ...page(() => import('../features/profile/history-page.tsx'), 'HistoryPage'),
});

const notices = createRoute({
  getParentRoute: () => me,
  path: '/notices',
  ...page(() => import('../features/notices/notices-page.tsx'), 'NoticesPage'),
});

const calendar = createRoute({
  getParentRoute: () => me,
  path: '/calendar',
  ...page(() => import('../features/calendar/calendar-page.tsx'), 'CalendarPage'),
});

const noticeSettings = createRoute({
  getParentRoute: () => me,
  path: '/notice-settings',
  ssr: false,
  ...page(() => import('../features/notices/notice-settings-page.tsx'), 'NoticeSettingsPage'),
});

const sessions = createRoute({
  getParentRoute: () => me,
  path: '/sessions',
  ssr: false,
  ...page(() => import('../features/sessions/sessions-page.tsx'), 'SessionsPage'),
});

const security = createRoute({
  getParentRoute: () => me,
  path: '/security',
  ssr: false,
  ...page(() => import('../features/passkeys/security-page.tsx'), 'SecurityPage'),
});

const privacy = createRoute({
  getParentRoute: () => me,
  path: '/privacy',
  ssr: false,
  validateSearch: ({ erase }: Record<string, unknown>): { erase?: true | undefined } =>
    erase === true ? { erase } : {},
  ...page(() => import('../features/profile/privacy-page.tsx'), 'PrivacyPage'),
});

const person = createRoute({
  getParentRoute: () => signedIn,
  path: '/people/$uid',
  ...page(() => import('../features/users/person-page.tsx'), 'PersonPage'),
});

const invitations = createRoute({
  getParentRoute: () => signedIn,
  path: '/invitations',
  ...page(() => import('../features/teams/invitations/own-invitations-page.tsx'), 'OwnInvitationsPage'),
});

/** Pages about the person and about other people. */
const receivedMessage = createRoute({
  getParentRoute: () => signedIn,
  path: '/messages/$id',
  ...page(() => import('../features/messages/received-page.tsx'), 'ReceivedMessagePage'),
});

export const personRoutes = [
  me.addChildren([
    meIndex,
    profile,
    contact,
    offer,
    resume,
    realProfile,
    address,
    bank,
    dietaryHabits,
    emergency,
    history,
    calendar,
    notices,
    noticeSettings,
    sessions,
    security,
    privacy,
  ]),
  person,
  receivedMessage,
  invitations,
] as const;

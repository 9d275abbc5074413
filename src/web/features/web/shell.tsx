import { Anchor, Box, Container, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useMatches, useParams, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me, Project } from '../../../client/client.ts';
import { lazyPart } from '../../lazy-part.tsx';
import { ProofGate } from '../passkeys/proof-gate.tsx';
import { NoticeBell } from '../notices/notice-bell.tsx';
import { clearPersonCache, useMe } from '../people/queries.ts';
import { EventColours } from '../projects/event/event-colours.tsx';
import { currentProjectQuery, projectQuery } from '../projects/queries.ts';
import { signOut } from '../sign-in/queries.ts';
import { removeAllDrafts } from '../../ui/editing/draft-storage.ts';
import { PersonIcon } from '../../ui/icons.tsx';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import logo from '../../ui/logo.svg';
import { focusPage } from '../../ui/page.tsx';
import { AccountMenuButton } from './menu-button.tsx';
import styles from './shell.module.css';
import { OfflineNotice } from './offline-notice.tsx';
import { ColorSchemeMenu, LanguageMenu } from './preferences.tsx';
import { problemText } from '../../ui/problems/problem.tsx';

const WithheldNotice = lazyPart(
  'withheld-notice',
  async () => (await import('../passkeys/withheld-notice.tsx')).WithheldNotice,
);

export function Shell() {
  const { t } = useTranslation();
  const me = useMe();
  const isDesk = useIsDesk();
  // Known before the page is loaded, so that nothing moves when it is.
  const isWide = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.wide === true) });
  useFocusOnNavigation();
  return (
    <div className={isWide ? `${styles.page} ${styles.wide}` : styles.page}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        {t('shell.skip')}
      </a>
      {isDesk ? <DeskHeader /> : <Header />}
      <OfflineNotice />
      <main id="main" className={`muster-main ${styles.main}`} tabIndex={-1}>
        <Container className={styles.content}>
          {me?.rights_withheld === true ? <WithheldNotice /> : null}
          <Outlet />
        </Container>
      </main>
      <ProofGate />
      {isDesk ? null : <Footer />}
    </div>
  );
}

/** Without a fragment in the address, which belongs to the router. */
function skipToMain(event: React.MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}

/** The service has the event's name, where there is one; on the pages of a project, people read the name of that one. */
function Header() {
  const { t } = useTranslation();
  const me = useMe();
  const event = useQuery(currentProjectQuery).data ?? null;
  const { pid } = useParams({ strict: false });
  const name = event?.name ?? t('app.name');
  return (
    <header className={styles.header}>
      <Container className={styles.bar}>
        <Link to="/" className={styles.brand}>
          {event === null ? <img src={logo} width={32} height={32} alt="" /> : null}
          <span className={event === null && me === null ? styles.brandName : styles.event}>
            {me === null || pid === undefined ? name : <ProjectName pid={pid} otherwise={name} />}
          </span>
        </Link>
        {me === null ? (
          <Group component="nav" gap={4} aria-label={t('shell.mainNavigation')}>
            <Link to="/projects" className="muster-nav-link">
              {t('project.list.title')}
            </Link>
          </Group>
        ) : (
          <Group component="nav" gap={4} visibleFrom="sm" aria-label={t('shell.mainNavigation')} me="xs">
            <Link to="/" className="muster-nav-link" activeOptions={{ exact: true }}>
              {t('shell.home')}
            </Link>
            <Link to="/projects" className="muster-nav-link">
              {t('project.list.title')}
            </Link>
            <Link to="/me" className="muster-nav-link">
              {t('person.nav.title')}
            </Link>
            {me.roles.includes('administrator') ? (
              <Link to="/admin" className="muster-nav-link">
                {t('admin.title')}
              </Link>
            ) : null}
          </Group>
        )}
        {me === null ? null : <NoticeBell unread={me.unread_notices} />}
        <LanguageMenu />
        {/* On phones visitors need the room for the name of the event. */}
        <Box {...(me === null && { visibleFrom: 'xs' })}>
          <ColorSchemeMenu />
        </Box>
        {me === null ? <SignIn event={event} /> : <Account me={me} />}
      </Container>
    </header>
  );
}

/** The page itself loads the project. */
function ProjectName({ pid, otherwise }: { pid: string; otherwise: string }) {
  return useQuery({ ...projectQuery(pid), enabled: false }).data?.name ?? otherwise;
}

function SignIn({ event }: { event: Project | null }) {
  const { t } = useTranslation();
  const button = (
    <ButtonLink to="/sign-in" size="sm" ms={4}>
      {t('shell.signIn')}
    </ButtonLink>
  );
  return event === null ? button : <EventColours project={event}>{button}</EventColours>;
}

/** People at a desk need no other page of the app, and have no account to sign in with. */
const useIsDesk = (): boolean => useLocation({ select: ({ pathname }) => /^\/desk\/?$/.test(pathname) });

function DeskHeader() {
  const { t } = useTranslation();
  return (
    <header className={styles.header}>
      <Container className={styles.bar}>
        <span className={styles.brand}>
          <img src={logo} width={32} height={32} alt="" />
          <span className={styles.event}>{t('desk.title')}</span>
        </span>
        <LanguageMenu />
        <ColorSchemeMenu />
      </Container>
    </header>
  );
}

function Account({ me }: { me: Me }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const router = useRouter();
  const signingOut = useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      removeAllDrafts();
      clearPersonCache(queryClient);
      await router.navigate({ to: '/' });
      await router.invalidate();
      notifications.show({ message: t('shell.signedOut') });
    },
    onError: (error) => notifications.show({ color: 'red', message: problemText(t, error) }),
  });
  const label = t('shell.account', { name: me.name === '' ? me.email : me.name });
  return <AccountMenuButton label={label} icon={<PersonIcon />} me={me} onSignOut={() => signingOut.mutate()} />;
}

function Footer() {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <footer className={styles.footer}>
      <Container className={styles.footerBar}>
        <Group justify="space-between" gap="md">
          <span style={{ textWrap: 'balance' }}>
            <strong>{t('app.name')}</strong> · {t('app.tagline')}
          </span>
          <Group component="nav" gap="lg" aria-label={t('shell.footerNavigation')}>
            <PageLink to="/help" inherit>
              {t('shell.guides.title')}
            </PageLink>
            {me === null ? null : (
              <PageLink to="/api-access" inherit>
                {t('shell.apiAccess')}
              </PageLink>
            )}
            <Anchor href="/api/docs" inherit>
              {t('shell.interactiveDocs')}
            </Anchor>
            <Anchor href="/api/redoc" inherit>
              {t('shell.readingDocs')}
            </Anchor>
          </Group>
        </Group>
      </Container>
    </footer>
  );
}

/** Moves the focus to the heading after a navigation, as a browser does when it loads a page. */
function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        focusPage();
      }),
    [router],
  );
}

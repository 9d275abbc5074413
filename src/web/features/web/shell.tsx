import { Anchor, Box, Container, Group, useMantineColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useMatches, useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useMounted } from '@mantine/hooks';
import { languages } from 'virtual:locales';
import type { Me, Project } from '../../../client/client.ts';
import { formatDateTime, formatTimeAt } from '../../../locales/format/dates.ts';
import { lazyPart } from '../../lazy-part.tsx';
import type { Loading } from '../../loading.ts';
import { reloadShown } from '../../query-client.ts';
import { savedTime } from '../../saved-time.ts';
import { chooseClock, readClock } from '../../clock.ts';
import { isLanguage, switchLanguage } from '../../ui/i18n.ts';
import type { Language } from '../../ui/i18n.ts';
import { ownSignInQuery } from '../passkeys/queries.ts';
import { ProofGate } from '../passkeys/proof-gate.tsx';
import { NoticeBell } from '../notices/notice-bell.tsx';
import { clearPersonCache, useMe } from '../people/queries.ts';
import { EventColours, useEventColoursOutside } from '../projects/event/event-colours.tsx';
import { currentProjectQuery, projectQuery } from '../projects/queries.ts';
import { SearchButton } from '../search/search-button.tsx';
import { signOut } from '../sign-in/queries.ts';
import { removeAllDrafts, removeDraftsOfOthers } from '../../ui/editing/draft-storage.ts';
import { PersonIcon, DeviceIcon, LanguageIcon, MoonIcon, SunIcon } from '../../ui/icons.tsx';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import logo from '../../ui/logo.svg';
import { EventName, keepFocusOnPage } from '../../ui/page.tsx';
import { AccountMenuButton, ChoiceMenuButton } from './menu-button.tsx';
import styles from './shell.module.css';
import { problemText } from '../../ui/problems/problem.tsx';

const schemes = ['auto', 'light', 'dark'] as const;
const schemeIcons = { auto: <DeviceIcon />, light: <SunIcon />, dark: <MoonIcon /> };

const retryMs = 5000;

const WithheldNotice = lazyPart(
  'withheld-notice',
  async () => (await import('../passkeys/withheld-notice.tsx')).WithheldNotice,
);

export const loadShell = ({ me, load, path }: Loading) =>
  Promise.all([!isDesk(path) && load(currentProjectQuery), me?.rights_withheld === true && load(ownSignInQuery)]);

export function Shell() {
  const { t } = useTranslation();
  const me = useMe();
  const atDesk = useLocation({ select: ({ pathname }) => isDesk(pathname) });
  const { pid } = useParams({ strict: false });
  // The page itself loads it.
  const event = useQuery({ ...projectQuery(pid ?? ''), enabled: false }).data;
  // Known before the page is loaded, so that nothing moves when it is.
  const isWide = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.wide === true) });
  return (
    <div className={isWide ? `${styles.page} ${styles.wide}` : styles.page}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        {t('shell.skip')}
      </a>
      {atDesk ? <DeskHeader /> : <Header />}
      <OfflineNotice />
      <PageChange />
      <main id="main" className={`muster-main ${styles.main}`} tabIndex={-1}>
        <Container className={styles.content}>
          {me?.rights_withheld === true ? <WithheldNotice /> : null}
          <EventName value={event?.name ?? ''}>
            <Outlet />
          </EventName>
        </Container>
      </main>
      <ProofGate />
      {atDesk ? null : <Footer />}
    </div>
  );
}

/** Puts no fragment into the address, which belongs to the router. */
function skipToMain(event: React.MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}

/** The project whose pages these are; for visitors to the others, the one that leads. Manage has the colours of Muster. */
function useShownEvent(): Project | null {
  const me = useMe();
  const leading = useQuery(currentProjectQuery).data ?? null;
  const { pid } = useParams({ strict: false });
  const isManaged = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.wide === true) });
  // The page itself loads the project.
  const project = useQuery({ ...projectQuery(pid ?? ''), enabled: false }).data ?? null;
  if (isManaged) return null;
  return pid === undefined ? (me === null ? leading : null) : project;
}

/** The service has the event's name, where there is one; on the pages of a project, people read the name of that one. */
function Header() {
  const { t } = useTranslation();
  const me = useMe();
  const event = useQuery(currentProjectQuery).data ?? null;
  const { pid } = useParams({ strict: false });
  const name = event?.name ?? t('app.name');
  const shown = useShownEvent();
  useEventColoursOutside(shown);
  return (
    <header className={styles.header}>
      <EventColours project={shown}>
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
          {me === null ? null : <SearchButton />}
          {me === null ? null : <NoticeBell unread={me.unread_notices} />}
          <LanguageMenu />
          {/* On phones visitors need the room for the name of the event. */}
          <Box {...(me === null && { visibleFrom: 'xs' })}>
            <ColorSchemeMenu />
          </Box>
          {me === null ? <SignIn /> : <Account me={me} />}
        </Container>
      </EventColours>
    </header>
  );
}

/** The page itself loads the project. */
function ProjectName({ pid, otherwise }: { pid: string; otherwise: string }) {
  return useQuery({ ...projectQuery(pid), enabled: false }).data?.name ?? otherwise;
}

function SignIn() {
  const { t } = useTranslation();
  return (
    <ButtonLink to="/sign-in" size="sm" ms={4}>
      {t('shell.signIn')}
    </ButtonLink>
  );
}

/** People at a desk need no other page of the app, and have no account to sign in with. */
const isDesk = (path: string): boolean => /^\/desk\/?$/.test(path);

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
  useEffect(() => removeDraftsOfOthers(me.uid), [me.uid]);
  const label = t('shell.account', { name: me.name === '' ? me.email : me.name });
  return <AccountMenuButton label={label} icon={<PersonIcon />} me={me} onSignOut={() => signingOut.mutate()} />;
}

function Footer() {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <footer className={styles.footer}>
      <EventColours project={useShownEvent()}>
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
      </EventColours>
    </footer>
  );
}

/** How long a page has to set its title after it is shown. */
const titleMs = 300;

/** After a navigation, moves the focus to the heading and says the title, as a browser does when it loads a page. */
function PageChange() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(() => {
    let end = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (fromLocation === undefined || !pathChanged) return;
      end();
      end = keepFocusOnPage();
      clearTimeout(timer);
      timer = setTimeout(() => setTitle(document.title), titleMs);
    });
    return () => {
      unsubscribe();
      end();
      clearTimeout(timer);
    };
  }, [router]);
  return (
    <div aria-live="polite" className="muster-unseen">
      {title}
    </div>
  );
}

const isToday = (iso: string): boolean => new Date(iso).toDateString() === new Date().toDateString();

/** Says how old the content is while there is no connection. When it is back, everything is loaded again. */
function OfflineNotice() {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  const saved = useSyncExternalStore(savedTime.subscribe, savedTime.get, () => undefined);
  useEffect(() => {
    if (saved === undefined) return undefined;
    const reload = () => void reloadShown(queryClient, { cancelRefetch: false });
    window.addEventListener('online', reload);
    // Browsers do not notice that a server or a weak network is back.
    const timer = setInterval(reload, retryMs);
    return () => {
      window.removeEventListener('online', reload);
      clearInterval(timer);
    };
  }, [saved, queryClient]);
  const time = (iso: string) => (isToday(iso) ? formatTimeAt(iso, i18n.language) : formatDateTime(iso, i18n.language));
  return (
    <output>
      {saved === undefined ? null : <span className={styles.offline}>{t('push.offline', { time: time(saved) })}</span>}
    </output>
  );
}

function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  const choose = async (language: Language) => {
    await switchLanguage(language);
    // Texts of organisers have translations as well. What is recorded is not read again for that.
    await queryClient.invalidateQueries({ predicate: (query) => !query.isStatic() });
  };
  return (
    <ChoiceMenuButton
      label={t('language.label')}
      icon={<LanguageIcon />}
      value={i18n.language}
      choices={languages.map(({ code, name }) => ({ value: code, label: name, lang: code }))}
      onChoose={(value) => {
        if (isLanguage(value)) void choose(value);
      }}
      also={{
        label: t('clock.label'),
        value: readClock() ?? '',
        choices: [
          { value: '', label: t('clock.auto') },
          { value: '24', label: t('clock.h24') },
          { value: '12', label: t('clock.h12') },
        ],
        onChoose: chooseClock,
      }}
    />
  );
}

function ColorSchemeMenu() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server does not know the choice, and the first elements must be the same as the server's.
  const isMounted = useMounted();
  return (
    <ChoiceMenuButton
      label={t('scheme.label')}
      icon={schemeIcons[isMounted ? colorScheme : 'auto']}
      value={colorScheme}
      choices={schemes.map((value) => ({ value, label: t(`scheme.${value}`) }))}
      onChoose={(value) => setColorScheme(schemes.find((scheme) => scheme === value) ?? 'auto')}
    />
  );
}

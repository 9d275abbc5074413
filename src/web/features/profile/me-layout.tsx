import { Button, Menu } from '@mantine/core';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import styles from './me-layout.module.css';

const sections = [
  { to: '/me/profile', name: 'profile' },
  { to: '/me/contact', name: 'contact' },
  { to: '/me/resume', name: 'resume' },
  { to: '/me/real-profile', name: 'realProfile' },
  { to: '/me/address', name: 'address' },
  { to: '/me/bank', name: 'bank' },
  { to: '/me/dietary-habits', name: 'dietaryHabits' },
  { to: '/me/history', name: 'history' },
  { to: '/me/calendar', name: 'calendar' },
  { to: '/me/notices', name: 'notices' },
  { to: '/me/notice-settings', name: 'noticeSettings' },
  { to: '/me/security', name: 'security' },
  { to: '/me/sessions', name: 'sessions' },
  { to: '/me/privacy', name: 'privacy' },
] as const;

/** The pages about the person's own data: a list at the side, a menu on phones. */
export function MeLayout() {
  const { t } = useTranslation();
  return (
    <div className={styles.area}>
      <nav className={styles.sideNavigation} aria-label={t('person.nav.label')}>
        {sections.map(({ to, name }) => (
          <Link key={to} to={to} className="muster-nav-link">
            {t(`person.nav.${name}`)}
          </Link>
        ))}
      </nav>
      <SectionMenu />
      <div>
        <Outlet />
      </div>
    </div>
  );
}

function SectionMenu() {
  const { t } = useTranslation();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const current = sections.find(({ to }) => path.startsWith(to));
  const name = current === undefined ? t('person.nav.title') : t(`person.nav.${current.name}`);
  return (
    <nav className={styles.phoneNavigation} aria-label={t('person.nav.label')}>
      <Menu width="target" position="bottom-start" withinPortal>
        <Menu.Target>
          <Button variant="default" fullWidth justify="space-between" rightSection="▾">
            {name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {sections.map((section) => (
            <Menu.Item key={section.to} component={Link} to={section.to}>
              {t(`person.nav.${section.name}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}

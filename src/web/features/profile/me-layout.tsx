import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SectionFrame } from '../../ui/navigation/section-navigation.tsx';

const sections = [
  { to: '/me/profile', name: 'profile' },
  { to: '/me/contact', name: 'contact' },
  { to: '/me/offer', name: 'offer' },
  { to: '/me/real-profile', name: 'realProfile' },
  { to: '/me/address', name: 'address' },
  { to: '/me/bank', name: 'bank' },
  { to: '/me/dietary-habits', name: 'dietaryHabits' },
  { to: '/me/emergency', name: 'emergency' },
  { to: '/me/history', name: 'history' },
  { to: '/me/calendar', name: 'calendar' },
  { to: '/me/notices', name: 'notices' },
  { to: '/me/notice-settings', name: 'noticeSettings' },
  { to: '/me/security', name: 'security' },
  { to: '/me/sessions', name: 'sessions' },
  { to: '/me/privacy', name: 'privacy' },
] as const;

/** The pages about the person's own data. */
export function MeLayout() {
  const { t } = useTranslation();
  return (
    <SectionFrame
      label={t('person.nav.label')}
      menuName={t('person.nav.title')}
      sections={sections.map(({ to, name }) => ({ key: to, text: t(`person.nav.${name}`), link: { to } }))}
    >
      <Outlet />
    </SectionFrame>
  );
}

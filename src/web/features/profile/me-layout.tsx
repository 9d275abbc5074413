import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SectionFrame } from '../../ui/navigation/section-navigation.tsx';
import { ownPages } from './own-pages.ts';

/** The pages about the person's own data. */
export function MeLayout() {
  const { t } = useTranslation();
  return (
    <SectionFrame
      label={t('person.nav.label')}
      menuName={t('person.nav.title')}
      sections={ownPages.map(({ to, name }) => ({ key: to, text: t(`person.nav.${name}`), link: { to } }))}
    >
      <Outlet />
    </SectionFrame>
  );
}

import { Paper, Stack, Title } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../../ui/links.tsx';
import { SectionFrame } from '../../ui/navigation/section-navigation.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { ownGroups, ownPages } from './own-pages.ts';

/** The pages about the person's own data. */
export function MeLayout() {
  const { t } = useTranslation();
  return (
    <SectionFrame
      label={t('person.nav.label')}
      menuName={t('person.nav.title')}
      listPage="/me"
      sections={ownPages.map(({ to, name }) => ({ key: to, text: t(`person.nav.${name}`), link: { to } }))}
    >
      <Outlet />
    </SectionFrame>
  );
}

/** The same pages as a list, for phones. */
export function OwnPagesPage() {
  const { t } = useTranslation();
  usePageTitle(t('person.nav.title'));
  return (
    <Stack gap="sm">
      <Title order={1} size="h2" tabIndex={-1}>
        {t('person.nav.title')}
      </Title>
      {ownGroups.map((group) => (
        <Paper key={group} className="muster-surface" p="lg" component="section" aria-labelledby={`own-${group}`}>
          <Title order={2} size="h4" id={`own-${group}`}>
            {t(`person.nav.groups.${group}`)}
          </Title>
          <ul className="muster-plain-list">
            {ownPages
              .filter((page) => page.group === group)
              .map(({ to, name }) => (
                <li key={to} className="muster-row">
                  <PageLink to={to}>{t(`person.nav.${name}`)}</PageLink>
                </li>
              ))}
          </ul>
        </Paper>
      ))}
    </Stack>
  );
}

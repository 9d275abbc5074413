import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../../ui/links.tsx';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { leftProjectsQuery } from '../people/queries.ts';

/** Events in which the person has no team any more, or never had one: their answers and hours are still there. */
export function LeftProjects() {
  const { t } = useTranslation();
  const projects = useQuery(leftProjectsQuery).data ?? [];
  if (projects.length === 0) return null;
  return (
    <TitledCard id="left-projects" title={t('person.history.left')} lead={t('person.history.leftText')}>
      <Stack gap="md" component="ul" className="muster-plain-list">
        {projects.map(({ pid, name, helped, worked, forms }) => (
          <li key={pid}>
            <Title order={3} size="h5">
              <PageLink to="/projects/$pid" params={{ pid }} inherit>
                {name}
              </PageLink>
            </Title>
            <Group gap="md">
              {helped ? (
                <PageLink
                  to="/projects/$pid/my-hours"
                  params={{ pid }}
                  size="sm"
                  aria-label={t('hours.mineIn', { project: name })}
                >
                  {t('hours.mine')}
                </PageLink>
              ) : null}
              {worked ? (
                <PageLink
                  to="/projects/$pid/work"
                  params={{ pid }}
                  size="sm"
                  aria-label={t('person.history.workIn', { project: name })}
                >
                  {t('eventDay.work.title')}
                </PageLink>
              ) : null}
              {forms.map(({ form, title }) => (
                <Text key={form} size="sm">
                  <PageLink to="/projects/$pid/forms/$form" params={{ pid, form }} inherit>
                    {t('person.history.answer', { form: title })}
                  </PageLink>
                </Text>
              ))}
            </Group>
          </li>
        ))}
      </Stack>
    </TitledCard>
  );
}

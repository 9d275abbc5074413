import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../client/client.ts';
import { formatDateTime } from '../../ui/dates.ts';
import { PageLink } from '../../ui/links.tsx';

/** Forms that the organisers wait for, on the home page. */
export function WaitingForms({ me }: { me: Me }) {
  const { t, i18n } = useTranslation();
  if (me.missing_forms.length === 0) return null;
  const projects = new Map(me.projects.map(({ pid, name }) => [pid, name]));
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="waiting-forms">
      <Title order={2} size="h4" mb="xs" id="waiting-forms">
        {t('project.waiting.formsTitle')}
      </Title>
      <Stack gap="sm" component="ul" className="muster-plain-list">
        {me.missing_forms.map(({ pid, form, title, closes_at: closesAt }) => (
          <Group key={`${pid}/${form}`} component="li" justify="space-between" gap="0 md">
            <PageLink to="/projects/$pid/forms/$form" params={{ pid, form }}>
              {title}
            </PageLink>
            <Text size="sm" c="dimmed">
              {[
                projects.get(pid) ?? '',
                closesAt === null
                  ? t('project.forms.noDeadline')
                  : t('project.forms.closesAt', { time: formatDateTime(closesAt, i18n.language) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../../client/client.ts';
import { PageLink } from '../../../ui/links.tsx';
import { Deadline } from '../deadline.tsx';

/** The forms that the person still has to answer, on the home page. */
export function MissingForms({ me }: { me: Me }) {
  const { t } = useTranslation();
  if (me.missing_forms.length === 0) return null;
  const projects = new Map(me.projects.map(({ pid, name }) => [pid, name]));
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="waiting-forms">
      <Title order={2} size="h4" mb="xs" id="waiting-forms">
        {t('project.waiting.formsTitle')}
      </Title>
      <Stack gap="sm" component="ul" className="muster-plain-list">
        {me.missing_forms.map(({ pid, form, title, closes_at: closesAt, asks_more: more }) => (
          <Group key={`${pid}/${form}`} component="li" justify="space-between" gap="0 var(--mantine-spacing-md)">
            <Group gap="0 var(--mantine-spacing-xs)">
              <PageLink to="/projects/$pid/forms/$form" params={{ pid, form }}>
                {title}
              </PageLink>
              {more ? <Badge variant="light">{t('project.waiting.asksMore')}</Badge> : null}
            </Group>
            <Text size="sm" c="dimmed">
              {projects.has(pid) ? `${projects.get(pid)} · ` : null}
              <Deadline form={{ pid, open: true, opens_at: null, closes_at: closesAt }} />
            </Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

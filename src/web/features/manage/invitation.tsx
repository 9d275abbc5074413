import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';

type InvitationProps = { project: { pid: string; name: string } };

/** People make their own account by signing in; what an organiser can do is to tell them where. */
export function Invitation({ project }: InvitationProps) {
  const { t } = useTranslation();
  const link = `${window.location.origin}/sign-in?next=${encodeURIComponent(`/projects/${project.pid}`)}`;
  const text = t('manage.invitation.mail', { project: project.name, link });
  const subject = t('manage.invitation.subject', { project: project.name });
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="invitation">
      <Title order={2} size="h4" mb={4} id="invitation">
        {t('manage.invitation.title')}
      </Title>
      <Text c="dimmed" mb="md">
        {t('manage.invitation.text')}
      </Text>
      <Stack gap="sm">
        <div className="muster-command">{text}</div>
        <Group gap="sm">
          <Button
            component="a"
            variant="default"
            href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
          >
            {t('manage.invitation.write')}
          </Button>
          <CopyButton value={text} what={t('manage.invitation.what')} />
        </Group>
      </Stack>
    </Paper>
  );
}

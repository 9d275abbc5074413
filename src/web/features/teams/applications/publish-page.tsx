import { Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Publication } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useTextDraft } from '../../../ui/editing/drafts.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { useManagedProject } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { previewPublication, publishDecisions } from './queries.ts';

const outcomes = ['accepted', 'waiting', 'declined'] as const;

export function PublishPage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  const { pid } = project;
  usePageTitle(`${t('apply.publish.title')} · ${project.name}`);
  const [accepted, setAccepted] = useTextDraft(`published:${pid}:accepted`);
  const [waiting, setWaiting] = useTextDraft(`published:${pid}:waiting`);
  const [declined, setDeclined] = useTextDraft(`published:${pid}:declined`);
  const texts = { accepted, waiting, declined };
  const set = { accepted: setAccepted, waiting: setWaiting, declined: setDeclined };
  const [seen, setSeen] = useState<{ of: string; preview: Publication }>();
  const [confirming, setConfirming] = useState(false);
  const preview = useChange(previewPublication(pid), {
    onDone: (sent, found) => setSeen({ of: JSON.stringify(sent), preview: found }),
  });
  const publish = useChange(publishDecisions(pid), {
    message: (_, found) => t('apply.publish.done', { count: found.accepted + found.waiting + found.declined }),
    onDone: () => {
      setConfirming(false);
      setSeen(undefined);
    },
  });
  if (!project.rights.recruit_all) return <OwnersOnly project={project} />;
  // What was previewed is what is published.
  const shown = seen?.of === JSON.stringify(texts) ? seen.preview : undefined;
  const count = shown === undefined ? 0 : shown.accepted + shown.waiting + shown.declined;
  return (
    <>
      <PageHead title={t('apply.publish.title')} help={t('apply.publish.lead')} />
      <Stack gap="xl" maw="52rem">
        {outcomes.map((outcome) => (
          <Textarea
            key={outcome}
            label={t(`apply.publish.texts.${outcome}`)}
            description={t('apply.publish.fields')}
            value={texts[outcome]}
            onChange={({ currentTarget: { value } }) => set[outcome](value)}
            maxLength={5000}
            autosize
            minRows={3}
            maxRows={16}
          />
        ))}
        {preview.isError ? <OrganiserProblem error={preview.error} /> : null}
        <Group>
          <Button variant="default" loading={preview.isPending} onClick={() => preview.mutate(texts)}>
            {t('apply.publish.preview')}
          </Button>
        </Group>
        {shown === undefined ? null : <Preview preview={shown} />}
        {publish.isError ? <OrganiserProblem error={publish.error} /> : null}
        <Group>
          <Button disabled={count === 0} onClick={() => setConfirming(true)}>
            {t('apply.publish.publish', { count })}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={confirming}
        title={t('apply.publish.confirmTitle', { count })}
        text={t('apply.publish.confirmText')}
        confirm={t('apply.publish.publish', { count })}
        change={publish}
        onConfirm={() => publish.mutate(texts)}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}

function Preview({ preview }: { preview: Publication }) {
  const { t } = useTranslation();
  const lines = ['accepted', 'waiting', 'declined', 'undecided', 'team_full', 'decide_again'] as const;
  return (
    <section aria-labelledby="publication">
      <Title order={2} size="h4" mb="sm" id="publication">
        {t('apply.publish.previewTitle')}
      </Title>
      <Stack gap={4} component="ul" mb="lg">
        {lines
          .filter((line) => preview[line] > 0 || (line !== 'team_full' && line !== 'decide_again'))
          .map((line) => (
            <li key={line}>{t(`apply.publish.counts.${line}`, { count: preview[line] })}</li>
          ))}
      </Stack>
      <Stack gap="md">
        {preview.previews.map(({ uid, name, subject, text }) => (
          <Paper key={uid} className="muster-surface" p="lg">
            <Text size="sm" c="dimmed">
              {t('apply.publish.to', { name })}
            </Text>
            <Text fw={600}>{subject}</Text>
            <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>
          </Paper>
        ))}
      </Stack>
    </section>
  );
}

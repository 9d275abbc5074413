import { Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AudiencePreview, Me, Message, Project } from '../../../client/client.ts';
import { formatOpeningAt } from '../../../locales/format/deadline.ts';
import type { Versioned } from '../../api.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { distinctName, useNamesakes } from '../roster/namesakes.ts';
import { useMailMode } from '../sign-in/queries.ts';
import { Recipients } from './audience-count.tsx';
import { withFieldNames } from './message-values.ts';
import { audienceQuery, previewQuery, sendMessage, testMessage } from './queries.ts';

type SendCardProps = { project: Project; version: Versioned<Message>; me: Me; dirty: boolean };

/** Who gets it, how it will look for them, a test to oneself, and sending it: all of the saved draft. */
export function SendCard({ project, version, me, dirty }: SendCardProps) {
  const { t } = useTranslation();
  const id = useId();
  const message = version.body;
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} component="section" aria-labelledby={id}>
      <Title order={2} size="h4" mb="md" id={id}>
        {t('messagePages.check')}
      </Title>
      <Stack gap="lg">
        <Recipients project={project} audience={message.audience} />
        <Preview {...{ project, message, me }} />
        {dirty ? <Text>{t('messagePages.saveFirst')}</Text> : null}
        <Group gap="md">
          <Send {...{ project, version, dirty }} />
          <Test pid={project.pid} id={message.id} dirty={dirty} />
        </Group>
      </Stack>
    </Paper>
  );
}

const nobody: AudiencePreview['people'] = [];

/** As the first recipient gets it, until somebody else is chosen. */
function Preview({ project: { pid }, message, me }: { project: Project; message: Message; me: Me }) {
  const { t } = useTranslation();
  const found = useQuery(audienceQuery(pid, message.audience));
  const people = found.data?.people ?? nobody;
  const namesakes = useNamesakes(pid, people);
  const [chosen, setChosen] = useState('');
  const choices = [
    ...people.filter((person) => person.uid !== me.uid),
    { uid: me.uid, name: t('messagePages.myself') },
  ];
  const uid = (choices.find((person) => person.uid === chosen) ?? choices[0])?.uid ?? me.uid;
  const preview = useQuery({ ...previewQuery(pid, message, uid), enabled: !found.isPending });
  const general = (text: string) => withFieldNames(text, (field) => t(`messagePages.fields.${field}`));
  return (
    <div>
      <NativeSelect
        label={t('messagePages.previewAs')}
        value={uid}
        onChange={(event) => setChosen(event.currentTarget.value)}
        maw={{ xs: '24rem' }}
        data={choices.map((person) => ({
          value: person.uid,
          label: distinctName(t, person.name, namesakes.get(person.uid)),
        }))}
      />
      {preview.isError ? <ProblemAlert error={preview.error} /> : null}
      <section aria-label={t('messagePages.preview')}>
        <Text fw={650} mt="md">
          {preview.data?.subject ?? general(message.subject)}
        </Text>
        <Markdown text={preview.data?.body ?? general(message.body)} />
      </section>
    </div>
  );
}

function Test({ pid, id, dirty }: { pid: string; id: string; dirty: boolean }) {
  const { t } = useTranslation();
  const mail = useMailMode();
  const test = useChange(testMessage(pid, id), { message: () => t('messagePages.tested') });
  // Without email nobody would get to see it; the preview shows the same.
  if (mail === 'files') return null;
  return (
    <>
      <Button variant="default" disabled={dirty} loading={test.isPending} onClick={() => test.mutate()}>
        {t('messagePages.test')}
      </Button>
      {test.isError ? <ProblemAlert error={test.error} /> : null}
    </>
  );
}

function Send({ project, version, dirty }: Omit<SendCardProps, 'me'>) {
  const { t, i18n } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const context = useMailMode();
  const { pid, timezone } = project;
  const { id, send_at: at, audience } = version.body;
  const count = useQuery(audienceQuery(pid, audience)).data?.count;
  const send = useChange(sendMessage(pid, id, version.etag), {
    message: () => (at === null ? t('messagePages.sending') : t('messagePages.scheduled')),
    onDone: () => setConfirming(false),
  });
  const action = at === null ? t('messagePages.send') : t('messagePages.schedule');
  return (
    <>
      <Button disabled={dirty || count === 0} onClick={() => setConfirming(true)}>
        {action}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('messagePages.sendTitle', { count: count ?? 0 })}
        text={
          at === null
            ? t('messagePages.sendText', { context })
            : t('messagePages.scheduleText', { time: formatOpeningAt({ i18n }, at, timezone) })
        }
        confirm={action}
        color="spruce"
        pending={send.isPending}
        error={send.error}
        onConfirm={() => send.mutate()}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}

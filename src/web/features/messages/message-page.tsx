import { useQuery } from '@tanstack/react-query';
import { useParams, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Box, Button, Group, Paper, Stack, NativeSelect, Text, Title } from '@mantine/core';
import { useState, useId } from 'react';
import { formatDateTimeAt } from '../../../locales/format/dates.ts';
import type { Me, Message, Project, AudiencePreview } from '../../../client/client.ts';
import { formatOpeningAt } from '../../../locales/format/deadline.ts';
import { PageLink } from '../../ui/links.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import type { Versioned } from '../../api.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { useMe } from '../people/queries.ts';
import { useManagedProject, loadManaged } from '../projects/managed-project.ts';
import { distinctName, useNamesakes } from '../roster/namesakes.ts';
import { useMailMode } from '../sign-in/queries.ts';
import { Outcome } from './outcome.tsx';
import { withFieldNames, bodyOf, valuesOf } from './message-values.ts';
import type { MessageValues } from './message-values.ts';
import {
  messageQuery,
  deleteMessage,
  editMessage,
  audienceQuery,
  previewQuery,
  sendMessage,
  testMessage,
} from './queries.ts';
import { MessageFields, SingleBraces, useMessageTexts, useMessageValidation } from './message-fields.tsx';
import { Recipients } from './audience-count.tsx';
import type { Loading } from '../../loading.ts';
import { OtherZone } from '../projects/event/event-zone.tsx';

const nobody: AudiencePreview['people'] = [];

export const loadMessagePage = loadManaged('send_messages', ({ load, params: { pid, id } }: Loading<'pid' | 'id'>) =>
  load(messageQuery(pid, id)),
);

/** A draft to go on writing, or what became of a message. */
export function MessagePage() {
  const { t, i18n } = useTranslation();
  const { project, pid } = useManagedProject();
  const { id } = useParams({ from: '/signed-in/projects/$pid/manage/messages/$id' });
  const message = useQuery(messageQuery(pid, id));
  const me = useMe();
  const titleOf = (subject: string) => withFieldNames(subject, (field) => t(`messagePages.fields.${field}`));
  usePageTitle(`${titleOf(message.data?.body.subject ?? t('messagePages.title'))} · ${project.name}`);
  return (
    <Loaded query={message}>
      {(version) => (
        <>
          <Box mt="sm">
            <PageLink to="/projects/$pid/manage/messages" params={{ pid }} size="sm">
              {`‹ ${t('messagePages.title')}`}
            </PageLink>
          </Box>
          <PageHead
            title={titleOf(version.body.subject)}
            note={t(`messagePages.messageStates.${version.body.state}`, {
              name: version.body.sender?.name ?? t('messagePages.erasedPerson'),
              time: formatDateTimeAt(version.body.started_at ?? '', i18n.language, project.timezone),
            })}
          />
          <OtherZone />
          {version.body.rights.edit && me !== null ? (
            <Draft key={version.body.state} {...{ project, version, me }} />
          ) : (
            <Outcome project={project} message={version.body} />
          )}
        </>
      )}
    </Loaded>
  );
}

type DraftProps = { project: Project; version: Versioned<Message>; me: Me };

/** A message that nobody has got yet: preview, test and sending, and below them its form. */
function Draft({ project, version, me }: DraftProps) {
  const { t } = useTranslation();
  const { pid, timezone } = project;
  const { id } = version.body;
  const record = editMessage(pid, id);
  const versionOf = ({ body, etag }: Versioned<Message>) => ({ values: valuesOf(body, timezone), etag });
  const editing = useEditing<MessageValues>({
    draft: `message:${pid}/${id}`,
    current: versionOf(version),
    load: async () => versionOf(await record.load()),
    save: async (values, etag) => versionOf(await record.save(bodyOf(values, { email: me.email, timezone }), etag)),
    affects: record.affects,
    validate: useMessageValidation(),
    savedMessage: t('messagePages.saved'),
  });
  return (
    <Stack gap="lg" maw="52rem">
      <SendCard project={project} version={version} me={me} dirty={editing.dirty} />
      <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }}>
        <EditingForm
          editing={editing}
          fields={useMessageTexts()}
          action={t('messagePages.saveDraft')}
          disabled={!editing.dirty}
          beside={<DeleteDraft pid={pid} id={id} />}
        >
          <MessageFields project={project} form={editing.form} email={me.email} />
        </EditingForm>
      </Paper>
    </Stack>
  );
}

function DeleteDraft({ pid, id }: { pid: string; id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);
  const remove = useChange(deleteMessage(pid), {
    message: () => t('messagePages.deleted'),
    onDone: () => void navigate({ to: '/projects/$pid/manage/messages', params: { pid } }),
  });
  return (
    <Group ms="auto">
      <Button variant="subtle" color="red" c="var(--mantine-color-error)" onClick={() => setConfirming(true)}>
        {t('messagePages.delete')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('messagePages.deleteTitle')}
        text={t('messagePages.deleteText')}
        confirm={t('messagePages.delete')}
        change={remove}
        onConfirm={() => remove.mutate(id)}
        onClose={() => setConfirming(false)}
      />
    </Group>
  );
}

type SendCardProps = { project: Project; version: Versioned<Message>; me: Me; dirty: boolean };

/** Who gets it, how it will look for them, a test to oneself, and sending it: all of the saved draft. */
function SendCard({ project, version, me, dirty }: SendCardProps) {
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
        <SingleBraces texts={[message.subject, message.body]} />
        <Group gap="md">
          <Send {...{ project, version, dirty }} />
          <Test pid={project.pid} id={message.id} dirty={dirty} />
        </Group>
      </Stack>
    </Paper>
  );
}

/** Shows what the first recipient gets, until somebody else is chosen. */
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
  const { pid, timezone } = project;
  const { id, send_at: at, audience } = version.body;
  const count = useQuery(audienceQuery(pid, audience)).data?.count;
  const send = useChange(sendMessage(pid, id, version.etag), {
    message: () => (at === null ? t('messagePages.sending') : t('messagePages.scheduled')),
    onDone: () => setConfirming(false),
  });
  const isMailed = useMailMode() !== 'files';
  const action = at === null ? t('messagePages.send') : t('messagePages.schedule');
  return (
    <>
      <Button disabled={dirty || count === 0} onClick={() => setConfirming(true)}>
        {action}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('messagePages.sendTitle', { count: count ?? 0 })}
        text={[
          at === null
            ? t('messagePages.sendText')
            : t('messagePages.scheduleText', { time: formatOpeningAt({ i18n }, at, timezone) }),
          ...(isMailed ? [] : [t('manage.noEmail')]),
        ].join(' ')}
        confirm={action}
        color="spruce"
        change={send}
        onConfirm={() => send.mutate()}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}

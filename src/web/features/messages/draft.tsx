import { Button, Group, Paper, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me, Message, Project } from '../../../client/client.ts';
import type { Versioned } from '../../api.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { MessageFields, useMessageTexts, useMessageValidation } from './message-fields.tsx';
import { bodyOf, valuesOf } from './message-values.ts';
import type { MessageValues } from './message-values.ts';
import { deleteMessage, editMessage } from './queries.ts';
import { SendCard } from './send-card.tsx';

type DraftProps = { project: Project; version: Versioned<Message>; me: Me };

/** A message that nobody has got yet: preview, test and sending, and below them its form. */
export function Draft({ project, version, me }: DraftProps) {
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
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(id)}
        onClose={() => setConfirming(false)}
      />
    </Group>
  );
}

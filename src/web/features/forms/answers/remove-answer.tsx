import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../../../client/client.ts';
import { invalidate } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ownAnswerQuery, removeOwnAnswer } from './queries.ts';

export function RemoveAnswer({ form, etag }: { form: Form; etag: string | undefined }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState(false);
  const { run, affects } = removeOwnAnswer(form.pid, form.form, etag);
  const removing = useMutation({
    mutationFn: () => run(),
    onSuccess: (own) => {
      setOpened(false);
      queryClient.setQueryData(ownAnswerQuery(form.pid, form.form).queryKey, own);
      void invalidate(queryClient, affects);
      notifications.show({ message: t('project.forms.removed') });
    },
  });
  return (
    <div>
      <Button variant="subtle" color="red" c="var(--mantine-color-error)" onClick={() => setOpened(true)}>
        {t('project.forms.remove')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t('project.forms.removeTitle')}
        text={t('project.forms.removeText', { title: form.title })}
        confirm={t('project.forms.remove')}
        pending={removing.isPending}
        error={removing.error}
        onConfirm={() => removing.mutate()}
        onClose={() => {
          setOpened(false);
          removing.reset();
        }}
      />
    </div>
  );
}

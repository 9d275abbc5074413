import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../../client/client.ts';
import { call, read } from '../../api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ifMatch } from '../../ui/editing/editing.ts';
import { meQuery } from '../people/queries.ts';
import { formsQuery, responseQuery } from '../forms/queries.ts';

export function RemoveAnswer({ form, etag }: { form: Form; etag: string | undefined }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState(false);
  const path = { pid: form.pid, form: form.form };
  const removing = useMutation({
    mutationFn: async () => {
      await call('delete_own_response', { path, ...ifMatch(etag) });
      return read('get_own_response', { path });
    },
    onSuccess: (own) => {
      setOpened(false);
      queryClient.setQueryData(responseQuery(form.pid, form.form).queryKey, own);
      void queryClient.invalidateQueries({ queryKey: formsQuery(form.pid).queryKey });
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      notifications.show({ message: t('project.forms.removed') });
    },
  });
  return (
    <div>
      <Button variant="subtle" color="red" onClick={() => setOpened(true)}>
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

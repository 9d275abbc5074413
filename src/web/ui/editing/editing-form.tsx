import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Editing } from './editing.ts';
import { EditingNotices, RestoredNotice } from './editing-notices.tsx';
import type { FieldTexts } from './editing-notices.tsx';

type EditingFormProps<T extends Record<string, unknown>> = {
  editing: Editing<T>;
  fields: FieldTexts<T>;
  /** The text of the save button. */
  action: string;
  disabled?: boolean;
  beside?: ReactNode;
  inDialog?: boolean;
  children: ReactNode;
};

/** A form with its fields, notices and save button. */
export function EditingForm<T extends Record<string, unknown>>(props: EditingFormProps<T>) {
  const { editing, fields, action, disabled = false, beside, inDialog = false, children } = props;
  return (
    <form noValidate id={editing.formId} onSubmit={editing.submit}>
      <Stack gap={inDialog ? 'md' : 'lg'}>
        <RestoredNotice editing={editing} />
        {children}
        <EditingNotices editing={editing} fields={fields} />
        <Group gap="md" justify={inDialog ? 'flex-end' : 'flex-start'}>
          <Button type="submit" loading={editing.pending} disabled={disabled}>
            {action}
          </Button>
          {beside}
        </Group>
      </Stack>
    </form>
  );
}

/** Beside the save button, as a reminder before leaving the page. */
export function Unsaved<T extends Record<string, unknown>>({ editing }: { editing: Editing<T> }) {
  const { t } = useTranslation();
  if (!editing.dirty) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('ui.editing.unsaved')}
    </Text>
  );
}

import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Editing } from './editing.ts';
import { EditingNotices } from './editing-notices.tsx';
import type { FieldWords } from './editing-notices.tsx';

type EditingFormProps<T extends Record<string, unknown>> = {
  editing: Editing<T>;
  words: FieldWords<T>;
  /** What the button that saves says. */
  action: string;
  disabled?: boolean;
  beside?: ReactNode;
  inDialog?: boolean;
  children: ReactNode;
};

/** Fields, what is to be said about them, and the button that saves. */
export function EditingForm<T extends Record<string, unknown>>(props: EditingFormProps<T>) {
  const { editing, words, action, disabled = false, beside, inDialog = false, children } = props;
  return (
    <form noValidate id={editing.formId} onSubmit={editing.submit}>
      <Stack gap={inDialog ? 'md' : 'lg'}>
        {children}
        <EditingNotices editing={editing} fields={words} />
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

/** Beside the button, where leaving without saving is easily done. */
export function Unsaved<T extends Record<string, unknown>>({ editing }: { editing: Editing<T> }) {
  const { t } = useTranslation();
  if (!editing.dirty) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('ui.editing.unsaved')}
    </Text>
  );
}

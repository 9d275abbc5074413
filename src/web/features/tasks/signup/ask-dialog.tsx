import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';

type AskDialogProps = { title: string; opened: boolean; onAsk: (note: string) => void; onClose: () => void };

const maxNote = 500;

/** Where planners decide who gets a place: people can say something to them. */
export function AskDialog({ title, opened, onAsk, onClose }: AskDialogProps) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  return (
    <Dialog opened={opened} title={t('awaited.askTitle', { title })} onClose={onClose}>
      <Stack gap="md">
        <Text>{t('awaited.askLead')}</Text>
        <Textarea
          label={t('awaited.note')}
          description={t('awaited.noteHint')}
          maxLength={maxNote}
          autosize
          minRows={2}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button
            onClick={() => {
              onAsk(note.trim());
              onClose();
            }}
          >
            {t('signup.ask')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

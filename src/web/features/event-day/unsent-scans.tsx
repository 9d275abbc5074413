import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type UnsentScansProps = { count: number; isHeldUp: boolean; onDelete: () => void };

/** Scans are never deleted without asking: they may be the only record of who came. */
export function UnsentScans({ count, isHeldUp, onDelete }: UnsentScansProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <Alert color="yellow" title={t('desk.unsent.title', { count })}>
      <Stack gap="sm" align="flex-start">
        <Text>{isHeldUp ? t('desk.unsent.heldUp') : t('desk.unsent.ended')}</Text>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('desk.unsent.delete')}
        </Button>
      </Stack>
      <ConfirmDialog
        opened={isAsking}
        title={t('desk.unsent.confirmTitle', { count })}
        text={t('desk.unsent.confirmText')}
        confirm={t('desk.unsent.confirm')}
        onConfirm={() => {
          setAsking(false);
          onDelete();
        }}
        onClose={() => setAsking(false)}
      />
    </Alert>
  );
}

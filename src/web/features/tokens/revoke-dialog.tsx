import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ApiToken } from '../../../client/client.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';

type RevokeDialogProps = {
  token: ApiToken | null;
  name: string;
  pending: boolean;
  error: Error | null;
  onConfirm: (token: ApiToken) => void;
  onClose: () => void;
};

export function RevokeDialog({ token, name, pending, error, onConfirm, onClose }: RevokeDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={token !== null}
      onClose={onClose}
      title={t('access.revokeTitle')}
      radius="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {token === null ? null : (
        <Stack gap="lg">
          <Text>{t('access.revokeText', { name, prefix: token.prefix })}</Text>
          {error === null ? null : <ProblemAlert error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('access.keep')}
            </Button>
            <Button color="red" loading={pending} onClick={() => onConfirm(token)}>
              {t('access.revoke')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

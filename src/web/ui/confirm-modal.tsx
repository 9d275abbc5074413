import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from './problems/problem.tsx';

export type ConfirmModalProps = {
  opened: boolean;
  title: string;
  /** What will happen. */
  text: ReactNode;
  confirm: string;
  /** The text of the cancel button. */
  cancel?: string;
  color?: 'red' | 'spruce';
  pending?: boolean;
  disabled?: boolean;
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks before something is done. The focus starts on the cancel button and returns to where it was. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { t } = useTranslation();
  const { opened, title, text, confirm, cancel, color = 'red', pending = false, disabled = false, error } = props;
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={title}
      radius="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="lg">
        <Text component="div">{text}</Text>
        {props.children}
        {error === undefined || error === null ? null : <ProblemAlert error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose} data-autofocus>
            {cancel ?? t('ui.confirm.cancel')}
          </Button>
          <Button color={color} loading={pending} disabled={disabled} onClick={props.onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

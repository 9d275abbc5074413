import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from './problems/problem.tsx';

export type ConfirmModalProps = {
  opened: boolean;
  title: string;
  /** Says what will happen. */
  text: ReactNode;
  confirm: string;
  /** The text of the cancel button. */
  cancel?: string;
  color?: 'red' | 'spruce';
  /** The change that confirming starts: whether it is running, and why it failed. Closing the dialog forgets that. */
  change?: { isPending: boolean; error: unknown; reset: () => void } | undefined;
  pending?: boolean;
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks before something is done. The focus starts on the cancel button and returns to where it was. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { t } = useTranslation();
  const { opened, title, text, confirm, cancel, color = 'red', change, pending = false, disabled = false } = props;
  const close = () => {
    props.onClose();
    change?.reset();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      radius="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="lg">
        <Text component="div">{text}</Text>
        {props.children}
        {change === undefined || change.error === null ? null : <ProblemAlert error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {cancel ?? t('ui.confirm.cancel')}
          </Button>
          <Button
            color={color}
            loading={pending || change?.isPending === true}
            disabled={disabled}
            onClick={props.onConfirm}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type ConnectionButtonsProps = {
  name: string;
  active: boolean;
  pending: boolean;
  onSwitch: (active: boolean) => void;
  onRemove: () => void;
};

/** Pauses, resumes or removes a chat channel or webhook. */
export function ConnectionButtons({ name, active, pending, onSwitch, onRemove }: ConnectionButtonsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={pending}
        aria-label={active ? t('connections.pauseWhat', { name }) : t('connections.resumeWhat', { name })}
        onClick={() => onSwitch(!active)}
      >
        {active ? t('connections.pause') : t('connections.resume')}
      </Button>
      <Button size="xs" variant="default" aria-label={t('connections.removeWhat', { name })} onClick={onRemove}>
        {t('connections.remove')}
      </Button>
    </>
  );
}

import { Button, Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';

const reasons = ['unknown_host', 'timeout', 'certificate', 'connection', 'bad_response', 'not_public'] as const;

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

/** Why a message or delivery to another system did not arrive. */
export function reasonText(t: TFunction, outcome: string): string {
  const status = /^http_(\d{3})$/.exec(outcome)?.[1];
  if (status !== undefined) return t('connections.reason.http', { status });
  return t(`connections.reason.${reasons.find((one) => one === outcome) ?? 'connection'}`);
}

type Connection = { active: boolean; disabled_for: 'paused' | 'failing' | 'gone' | 'not_allowed' | null };

/** Whether a connection to another system works, and if not, why. */
export function ConnectionState({ connection: { active, disabled_for: reason } }: { connection: Connection }) {
  const { t } = useTranslation();
  const color = active ? 'spruce' : reason === 'paused' ? 'gray' : 'red';
  return (
    <Badge variant="light" color={color} tt="none">
      {t(`connections.state.${active ? 'active' : (reason ?? 'paused')}`)}
    </Badge>
  );
}

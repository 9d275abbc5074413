import { Badge } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

const reasons = ['unknown_host', 'timeout', 'certificate', 'connection', 'bad_response', 'not_public'] as const;

/** Why a message or delivery to another system did not arrive. */
export function reasonText(t: TFunction, outcome: string): string {
  const status = /^http_(\d{3})$/.exec(outcome)?.[1];
  if (status !== undefined) return t('connections.reason.http', { status });
  return t(`connections.reason.${reasons.find((one) => one === outcome) ?? 'connection'}`);
}

type Connection = { active: boolean; disabled_for: 'paused' | 'failing' | 'gone' | null };

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

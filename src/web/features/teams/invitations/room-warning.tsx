import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AlertIcon } from '../../../ui/icons.tsx';
import { teamQuery } from '../queries.ts';

type RoomWarningProps = { pid: string; tid: string; people: number };

/** For more people than the team has room for. The page says elsewhere that a team is full. */
export function RoomWarning({ pid, tid, people }: RoomWarningProps) {
  const { t } = useTranslation();
  const room = useQuery(teamQuery(pid, tid)).data?.open_places ?? null;
  if (room === null || room <= 0 || people <= room) return null;
  return (
    <Alert variant="outline" color="yellow" icon={<AlertIcon />}>
      {t('invite.noRoom', { people, count: room })}
    </Alert>
  );
}

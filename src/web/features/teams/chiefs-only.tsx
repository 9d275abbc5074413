import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NoAccess, useWhomToAsk } from '../../ui/problems/no-access.tsx';
import { chiefsQuery } from './memberships/queries.ts';

type ChiefsOnlyProps = { pid: string; tid: string; team: string };

/** In place of a page for the chiefs of a team; names them. */
export function ChiefsOnly({ pid, tid, team }: ChiefsOnlyProps) {
  const { t } = useTranslation();
  const chiefs = useQuery(chiefsQuery(pid, tid));
  const ask = useWhomToAsk((chiefs.data ?? []).map(({ name }) => name));
  return (
    <NoAccess
      title={t('manage.refusal.chiefsTitle')}
      text={t('manage.refusal.chiefsText', { team })}
      ask={ask}
      pid={pid}
    />
  );
}

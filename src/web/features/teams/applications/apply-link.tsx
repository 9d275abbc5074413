import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Team } from '../../../../client/client.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { useMe } from '../../people/queries.ts';
import { ownApplicationsQuery } from './queries.ts';

/** In a list of teams: a link to apply, or that the person has applied. */
export function ApplyLink({ pid, team, archived }: { pid: string; team: Team; archived: boolean }) {
  const { t } = useTranslation();
  const signedIn = useMe() !== null;
  const own = useQuery({ ...ownApplicationsQuery, enabled: signedIn }).data;
  if (own?.some((one) => one.pid === pid && one.tid === team.tid) === true) {
    return <Badge variant="light">{t('apply.applied')}</Badge>;
  }
  if (archived || team.disabled) return null;
  if (!signedIn && team.takes_applications)
    return <Badge variant="default">{t(team.open_places === 0 ? 'apply.openLater' : 'apply.open')}</Badge>;
  if (!team.rights.apply || own === undefined) return null;
  return (
    <ButtonLink
      to="/projects/$pid/teams/$tid"
      params={{ pid, tid: team.tid }}
      size="xs"
      variant="light"
      ms="auto"
      aria-label={t('apply.actionTo', { team: team.name })}
    >
      {t('apply.action')}
    </ButtonLink>
  );
}

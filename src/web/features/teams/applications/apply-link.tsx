import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project, Team } from '../../../../client/client.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { useMe } from '../../people/queries.ts';
import { hasCall, isCallOpen } from './call-times.tsx';
import { ownApplicationsQuery } from './queries.ts';

type ApplyLinkProps = { project: Project; team: Team; archived: boolean };

/** In a list of teams: a link to apply, or that the person has applied. */
export function ApplyLink({ project, team, archived }: ApplyLinkProps) {
  const { t } = useTranslation();
  const { pid } = project;
  const link = hasCall(project)
    ? ({ to: '/projects/$pid/apply', params: { pid }, search: { tid: team.tid } } as const)
    : ({ to: '/projects/$pid/teams/$tid', params: { pid, tid: team.tid } } as const);
  const signedIn = useMe() !== null;
  const own = useQuery({ ...ownApplicationsQuery, enabled: signedIn }).data;
  if (own?.some((one) => one.pid === pid && one.tid === team.tid) === true) {
    return <Badge variant="light">{t('apply.applied')}</Badge>;
  }
  if (archived || team.disabled) return null;
  if (!signedIn && team.takes_applications)
    return <Badge variant="default">{t(team.open_places === 0 ? 'apply.openLater' : 'apply.open')}</Badge>;
  if (!team.rights.apply || own === undefined || !isCallOpen(project)) return null;
  return (
    <ButtonLink {...link} size="xs" variant="light" ms="auto" aria-label={t('apply.actionTo', { team: team.name })}>
      {t('apply.action')}
    </ButtonLink>
  );
}

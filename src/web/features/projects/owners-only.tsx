import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { NoAccess, useWhomToAsk } from '../../ui/problems/no-access.tsx';
import { ownersQuery } from './queries.ts';

/** In place of a page for owners; names them where the person may know who they are. */
export function OwnersOnly({ project }: { project: Project }) {
  const { t } = useTranslation();
  const owners = useQuery({ ...ownersQuery(project.pid), enabled: project.rights.see_owners });
  const ask = useWhomToAsk((owners.data ?? []).map(({ name }) => name));
  return (
    <NoAccess
      title={t('manage.refusal.ownersTitle')}
      text={t('manage.refusal.ownersText', { project: project.name })}
      ask={ask}
      pid={project.pid}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { currentTime } from '../../../locales/format/dates.ts';
import type { Loads } from '../../loading.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { isOver } from '../projects/current.ts';
import { thanksVersionQuery } from './queries.ts';

export const loadThanksLink = async (load: Loads['load'], project: Project): Promise<unknown> =>
  isOver(project, currentTime()) ? load(thanksVersionQuery(project.pid)) : undefined;

/** Leads from an event that is over to its thanks page. */
export function ThanksLink({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { pid } = project;
  const page = useQuery({ ...thanksVersionQuery(pid), enabled: isOver(project, currentTime()) }).data?.body;
  if (page?.published !== true) return null;
  return (
    <div>
      <ButtonLink to="/projects/$pid/thanks" params={{ pid }} size="md">
        {t('thanks.link')}
      </ButtonLink>
    </div>
  );
}

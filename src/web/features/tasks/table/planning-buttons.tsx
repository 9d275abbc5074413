import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { CopyDay } from '../bulk/copy-day.tsx';
import { anyTaskQuery } from '../queries.ts';

type PlanningButtonsProps = {
  project: Project;
  /** Its tasks are chosen on the pages that follow. */
  tid?: string | undefined;
  /** The link to a new task. */
  children: ReactNode;
};

/** What planners can do with tasks; most of it only if there are some. */
export function PlanningButtons({ project, tid, children }: PlanningButtonsProps) {
  const { t } = useTranslation();
  const { pid } = project;
  const look = { params: { pid }, size: 'sm', variant: 'default' } as const;
  const hasTasks = useQuery(anyTaskQuery(pid)).data === true;
  return (
    <Group gap="xs">
      {children}
      {hasTasks ? (
        <>
          <ButtonLink to="/projects/$pid/manage/tasks/planner" search={{ tid }} {...look}>
            {t('planner.link')}
          </ButtonLink>
          <ButtonLink to="/projects/$pid/manage/tasks/drafts" search={{ tid }} {...look}>
            {t('drafts.link')}
          </ButtonLink>
          <ButtonLink to="/projects/$pid/manage/tasks/series" search={{ tid }} {...look}>
            {t('series.list.link')}
          </ButtonLink>
          <CopyDay project={project} tid={tid} />
        </>
      ) : null}
      <ButtonLink to="/projects/$pid/manage/tasks/paste" search={{ tid }} {...look}>
        {t('series.paste.title')}
      </ButtonLink>
      <ButtonLink to="/projects/$pid/manage/tasks/new-series" search={{ tid }} {...look}>
        {t('series.add')}
      </ButtonLink>
    </Group>
  );
}

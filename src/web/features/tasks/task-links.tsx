import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { CoverageButton } from './coverage/coverage-button.tsx';

type TaskLinksProps = {
  project: Project;
  coverage: { opened: boolean; onToggle: () => void };
  children: ReactNode;
};

/** The pages around tasks. Phones first show only the most important ones, so that the tasks are not far below. */
export function TaskLinks({ project: { pid, rights }, coverage, children }: TaskLinksProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const look = { size: 'xs', variant: 'default' } as const;
  const other = { ...look, ...(!all && { visibleFrom: 'sm' }) };
  const params = { pid };
  return (
    <Group gap="xs" mb="md" className="muster-no-print">
      {rights.plan_tasks ? (
        <ButtonLink to="/projects/$pid/tasks/new" params={params} size="xs">
          {t('manage.tasks.new')}
        </ButtonLink>
      ) : null}
      <ButtonLink to="/projects/$pid/open-tasks" params={params} {...look}>
        {t('helping.title')}
      </ButtonLink>
      {children}
      {rights.plan_tasks ? (
        <>
          <CoverageButton {...coverage} {...(!all && { visibleFrom: 'sm' })} />
          <ButtonLink to="/projects/$pid/now" params={params} {...other}>
            {t('homes.whoIsHere')}
          </ButtonLink>
          <ButtonLink to="/projects/$pid/manage/tasks" params={params} {...other}>
            {t('hints.planTasks')}
          </ButtonLink>
        </>
      ) : null}
      <ButtonLink to="/projects/$pid/availability" params={params} {...other}>
        {t('helping.when.title')}
      </ButtonLink>
      <ButtonLink to="/projects/$pid/my-hours" params={params} {...other}>
        {t('hours.mine')}
      </ButtonLink>
      <ButtonLink to="/me/calendar" {...other}>
        {t('calendar.add')}
      </ButtonLink>
      <ButtonLink to="/projects/$pid/my-skills" params={params} {...other}>
        {t('catalogue.mySkills')}
      </ButtonLink>
      {all ? null : (
        <Button {...look} hiddenFrom="sm" onClick={() => setAll(true)}>
          {t('homes.forms.more')}
        </Button>
      )}
    </Group>
  );
}

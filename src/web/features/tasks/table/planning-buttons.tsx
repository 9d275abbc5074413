import { Button, Group, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { MenuLink } from '../../../ui/navigation/menu-link.tsx';
import { CopyDay } from '../bulk/copy-day.tsx';
import { anyTaskQuery } from '../queries.ts';

type PlanningButtonsProps = {
  project: Project;
  /** Its tasks are chosen on the pages that follow. */
  tid?: string | undefined;
  /** The link to a new task. */
  children: ReactNode;
};

/** What planners can do with tasks. Without tasks, the other ways to create some; otherwise they are in a menu. */
export function PlanningButtons({ project, tid, children }: PlanningButtonsProps) {
  const { t } = useTranslation();
  const { pid } = project;
  const [copying, setCopying] = useState(false);
  const hasTasks = useQuery(anyTaskQuery(pid)).data === true;
  const to = { params: { pid }, search: { tid } } as const;
  const look = { ...to, size: 'sm', variant: 'default' } as const;
  if (!hasTasks) {
    return (
      <Group gap="xs">
        {children}
        <ButtonLink to="/projects/$pid/manage/tasks/new-series" {...look}>
          {t('series.add')}
        </ButtonLink>
        <ButtonLink to="/projects/$pid/manage/tasks/paste" {...look}>
          {t('series.paste.title')}
        </ButtonLink>
      </Group>
    );
  }
  return (
    <Group gap="xs">
      {children}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button size="sm" variant="default" rightSection={<span aria-hidden>▾</span>}>
            {t('homes.forms.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuLink to="/projects/$pid/manage/tasks/new-series" {...to}>
            {t('series.add')}
          </MenuLink>
          <MenuLink to="/projects/$pid/manage/tasks/paste" {...to}>
            {t('series.paste.title')}
          </MenuLink>
          <Menu.Item onClick={() => setCopying(true)}>{t('series.copy.title')}</Menu.Item>
          <Menu.Divider />
          <MenuLink to="/projects/$pid/manage/tasks/planner" {...to}>
            {t('planner.link')}
          </MenuLink>
          <MenuLink to="/projects/$pid/manage/tasks/series" {...to}>
            {t('series.list.link')}
          </MenuLink>
          <MenuLink to="/projects/$pid/manage/tasks/drafts" {...to}>
            {t('drafts.link')}
          </MenuLink>
        </Menu.Dropdown>
      </Menu>
      <CopyDay project={project} tid={tid} opened={copying} onClose={() => setCopying(false)} />
    </Group>
  );
}

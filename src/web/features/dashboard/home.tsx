import { Badge, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../client/client.ts';
import { PageHeading } from '../../ui/page.tsx';
import { currentProjectQuery } from '../projects/queries.ts';
import { NextTasks, useHasTaskSoon } from '../tasks/next-tasks.tsx';
import { WaitingApplications } from '../teams/applications/waiting-applications.tsx';
import { Asked } from './asked.tsx';
import { OwnApplications, OwnTeams } from './own-teams.tsx';

/** Each is loaded only by the people it is for. */
const FirstSteps = lazy(async () => ({ default: (await import('../projects/set-up/first-steps.tsx')).FirstSteps }));
const OwnerDashboard = lazy(async () => ({ default: (await import('./owner-dashboard.tsx')).OwnerDashboard }));
const LedTeams = lazy(async () => ({ default: (await import('./led-teams.tsx')).LedTeams }));

/** The sections that apply to the person, the most urgent first. */
export function Home({ me }: { me: Me }) {
  const { t } = useTranslation();
  const owned = useOwnedProject(me);
  const leads = me.projects.some(({ teams }) => teams.some(({ role }) => role === 'chief'));
  const organises = owned !== undefined || leads;
  const soon = useHasTaskSoon();
  const tasksFirst = soon === true;
  return (
    <>
      <PageHeading
        title={me.name === '' ? t('dashboard.greetingNameless') : t('dashboard.greeting', { name: me.name })}
        lead={me.email}
        aside={
          me.roles.includes('administrator') ? <Badge variant="light">{t('dashboard.administrator')}</Badge> : null
        }
      />
      <Stack gap="xl">
        <Suspense fallback={null}>{me.roles.includes('administrator') ? <FirstSteps /> : null}</Suspense>
        {tasksFirst ? <NextTasks me={me} /> : null}
        <Asked me={me} />
        {tasksFirst || organises ? null : <NextTasks me={me} />}
        <WaitingApplications waiting={me.waiting_applications.filter(({ pid }) => pid !== owned?.pid)} />
        <Suspense fallback={null}>
          {owned === undefined ? null : <OwnerDashboard project={owned} />}
          {leads ? <LedTeams me={me} /> : null}
        </Suspense>
        {tasksFirst || !organises ? null : <NextTasks me={me} />}
        <OwnApplications />
        <OwnTeams me={me} />
      </Stack>
    </>
  );
}

/** Of the projects that the person owns: the one that takes place next, or the newest. */
function useOwnedProject({ projects, rights_withheld: withheld }: Me) {
  const current = useQuery(currentProjectQuery).data;
  const owned = withheld ? [] : projects.filter(({ owner }) => owner);
  // Otherwise another dashboard would be loaded first.
  if (current === undefined) return undefined;
  return owned.find(({ pid }) => pid === current?.pid) ?? owned[0];
}

import { Button, Group } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { useTextDraft } from '../../../ui/editing/drafts.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { LoadingPlaceholder } from '../../../ui/page-state.tsx';
import { Checklist } from './checklist.tsx';
import type { Step } from './checklist.tsx';
import { formsQuery } from '../../forms/queries.ts';
import { subsidiesQuery } from '../../subsidies/queries.ts';
import { chiefsInvitedTo } from '../../teams/invitations/invited-chiefs.ts';
import { projectInvitationsQuery } from '../../teams/invitations/queries.ts';
import { anyTaskQuery } from '../../tasks/queries.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { projectPeopleQuery } from '../../roster/queries.ts';

/** The steps in their order; they are also listed before there is a project. */
export const setUpKeys = ['dates', 'teams', 'chiefs', 'public', 'people', 'tasks', 'forms', 'travel'] as const;

type Page =
  | '/projects/$pid/manage/settings'
  | '/projects/$pid/manage/teams'
  | '/projects/$pid/manage/tasks'
  | '/projects/$pid/manage/forms'
  | '/projects/$pid/manage/travel-money';

type SetUpStepsProps = { project: Project; /** Steps to show first, such as creating the project. */ before?: Step[] };

/** The steps from an empty project to one with people; hidden when all are done. */
export function SetUpSteps({ project, before }: SetUpStepsProps) {
  const { t } = useTranslation();
  const { pid, rights } = project;
  const asOwner = rights.see_people;
  const [skipsTravel, setSkipsTravel] = useTextDraft(`skips-travel-money:${pid}`);
  const [teams, people, forms, subsidies, invited, planned] = useQueries({
    queries: [
      teamsQuery(pid),
      { ...projectPeopleQuery(pid), enabled: asOwner },
      { ...formsQuery(pid), enabled: asOwner },
      { ...subsidiesQuery(pid), enabled: asOwner },
      { ...projectInvitationsQuery(pid), enabled: asOwner },
      { ...anyTaskQuery(pid), enabled: asOwner },
    ],
  });
  if (asOwner && [teams, people, forms].some(({ isPending }) => isPending)) return <LoadingPlaceholder />;
  if (teams.data === undefined || people.data === undefined || forms.data === undefined) return null;
  const linkTo = (to: Page, text: string, other?: ReactNode) => (isNext: boolean) => (
    <Group gap="xs">
      <ButtonLink to={to} params={{ pid }} size="xs" {...(isNext ? {} : { variant: 'default' })}>
        {text}
      </ButtonLink>
      {other}
    </Group>
  );
  const hasTable = (subsidies.data?.body.data.length ?? 0) > 0;
  const open = teams.data.filter((team) => !team.disabled);
  const withChief = new Set(
    people.data.flatMap((person) => person.teams.filter(({ role }) => role === 'chief').map(({ tid }) => tid)),
  );
  const withoutChief = open.filter(({ tid }) => !withChief.has(tid));
  const invitedChiefs = withoutChief.flatMap(({ tid }) => chiefsInvitedTo(invited.data ?? [], tid));
  const found: Record<(typeof setUpKeys)[number], Pick<Step, 'text' | 'done' | 'action' | 'skipped'>> = {
    dates: {
      text: t('manage.steps.datesText'),
      done: project.starts_on !== null,
      action: linkTo('/projects/$pid/manage/settings', t('manage.steps.datesAction')),
    },
    teams: {
      text: t('manage.steps.teamsText'),
      done: open.length > 0,
      action: linkTo('/projects/$pid/manage/teams', t('manage.steps.teamsAction')),
    },
    chiefs: {
      text: [
        t('manage.steps.chiefsText', { count: withoutChief.length }),
        ...(invitedChiefs.length > 0 ? [t('manage.teams.invitedChiefs', { emails: invitedChiefs.join(', ') })] : []),
      ].join(' '),
      done: open.length > 0 && withoutChief.length === 0,
      action: linkTo('/projects/$pid/manage/teams', t('manage.steps.chiefsAction')),
    },
    public: {
      text: t('manage.steps.publicText'),
      done: project.state !== 'draft',
      action: linkTo('/projects/$pid/manage/settings', t('manage.steps.publicAction')),
    },
    people: {
      text: t('manage.steps.peopleText'),
      done:
        (invited.data ?? []).length > 0 ||
        people.data.some(({ teams: places }) => places.some(({ role }) => role === 'member')),
      action: (isNext) => (
        <Button component="a" href="#invitation" size="xs" {...(isNext ? {} : { variant: 'default' })}>
          {t('manage.steps.peopleAction')}
        </Button>
      ),
    },
    tasks: {
      text: t('manage.steps.tasksText'),
      done: planned.data === true,
      action: linkTo('/projects/$pid/manage/tasks', t('manage.steps.tasksAction')),
    },
    forms: {
      text: t('manage.steps.formsText'),
      done: forms.data.some(({ enabled }) => enabled),
      action: linkTo('/projects/$pid/manage/forms', t('manage.steps.formsAction')),
    },
    travel: {
      text: t('manage.steps.travelText'),
      done: hasTable || skipsTravel !== '',
      skipped: !hasTable,
      action: linkTo(
        '/projects/$pid/manage/travel-money',
        t('manage.steps.travelAction'),
        <Button size="xs" variant="subtle" onClick={() => setSkipsTravel('yes')}>
          {t('manage.steps.travelSkip')}
        </Button>,
      ),
    },
  };
  const steps = [
    ...(before ?? []),
    ...setUpKeys.map((key) => ({ key, title: t(`manage.steps.${key}`), ...found[key] })),
  ];
  if (steps.every(({ done }) => done)) return null;
  return <Checklist title={t('manage.steps.title')} lead={t('manage.steps.lead')} steps={steps} />;
}

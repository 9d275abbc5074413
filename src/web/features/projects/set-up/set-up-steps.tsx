import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { LoadingPlaceholder } from '../../../ui/page-state.tsx';
import { Checklist } from './checklist.tsx';
import type { Step } from './checklist.tsx';
import { formsQuery } from '../../forms/queries.ts';
import { subsidiesQuery } from '../../subsidies/queries.ts';
import { anyInvitationQuery } from '../../teams/invitations/queries.ts';
import { anyTaskQuery } from '../../tasks/queries.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { projectPeopleQuery } from '../../roster/queries.ts';

/** The steps in their order; they are also listed before there is a project. */
export const setUpKeys = ['dates', 'teams', 'chiefs', 'public', 'people', 'tasks', 'forms', 'travel'] as const;

type SetUpStepsProps = { project: Project; /** Steps to show first, such as creating the project. */ before?: Step[] };

/** The steps from an empty project to one with people; hidden when all are done. */
export function SetUpSteps({ project, before }: SetUpStepsProps) {
  const { t } = useTranslation();
  const { pid, rights } = project;
  const asOwner = rights.see_people;
  const [teams, people, forms, subsidies, invited, planned] = useQueries({
    queries: [
      teamsQuery(pid),
      { ...projectPeopleQuery(pid), enabled: asOwner },
      { ...formsQuery(pid), enabled: asOwner },
      { ...subsidiesQuery(pid), enabled: asOwner },
      { ...anyInvitationQuery(pid), enabled: asOwner },
      { ...anyTaskQuery(pid), enabled: asOwner },
    ],
  });
  if (asOwner && [teams, people, forms].some(({ isPending }) => isPending)) return <LoadingPlaceholder />;
  if (teams.data === undefined || people.data === undefined || forms.data === undefined) return null;
  const params = { pid };
  const open = teams.data.filter((team) => !team.disabled);
  const withChief = new Set(
    people.data.flatMap((person) => person.teams.filter(({ role }) => role === 'chief').map(({ tid }) => tid)),
  );
  const withoutChief = open.filter(({ tid }) => !withChief.has(tid)).length;
  const found: Record<(typeof setUpKeys)[number], Pick<Step, 'text' | 'done' | 'action'>> = {
    dates: {
      text: t('manage.steps.datesText'),
      done: project.starts_on !== null,
      action: <StepLink to="/projects/$pid/manage/settings" params={params} text={t('manage.steps.datesAction')} />,
    },
    teams: {
      text: t('manage.steps.teamsText'),
      done: open.length > 0,
      action: <StepLink to="/projects/$pid/manage/teams" params={params} text={t('manage.steps.teamsAction')} />,
    },
    chiefs: {
      text: t('manage.steps.chiefsText', { count: withoutChief }),
      done: open.length > 0 && withoutChief === 0,
      action: <StepLink to="/projects/$pid/manage/teams" params={params} text={t('manage.steps.chiefsAction')} />,
    },
    public: {
      text: t('manage.steps.publicText'),
      done: project.state !== 'draft',
      action: <StepLink to="/projects/$pid/manage/settings" params={params} text={t('manage.steps.publicAction')} />,
    },
    people: {
      text: t('manage.steps.peopleText'),
      done:
        invited.data === true || people.data.some(({ teams: places }) => places.some(({ role }) => role === 'member')),
    },
    tasks: {
      text: t('manage.steps.tasksText'),
      done: planned.data === true,
      action: <StepLink to="/projects/$pid/manage/tasks" params={params} text={t('manage.steps.tasksAction')} />,
    },
    forms: {
      text: t('manage.steps.formsText'),
      done: forms.data.some(({ enabled }) => enabled),
      action: <StepLink to="/projects/$pid/manage/forms" params={params} text={t('manage.steps.formsAction')} />,
    },
    travel: {
      text: t('manage.steps.travelText'),
      done: (subsidies.data?.body.data.length ?? 0) > 0,
      action: (
        <StepLink to="/projects/$pid/manage/travel-money" params={params} text={t('manage.steps.travelAction')} />
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

type StepLinkProps = {
  to:
    | '/projects/$pid/manage/settings'
    | '/projects/$pid/manage/teams'
    | '/projects/$pid/manage/tasks'
    | '/projects/$pid/manage/forms'
    | '/projects/$pid/manage/travel-money';
  params: { pid: string };
  text: string;
};

function StepLink({ to, params, text }: StepLinkProps) {
  return (
    <ButtonLink to={to} params={params} size="xs">
      {text}
    </ButtonLink>
  );
}

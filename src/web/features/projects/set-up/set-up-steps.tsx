import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Checklist } from './checklist.tsx';
import type { Step } from './checklist.tsx';
import { anyInvitationQuery, formsQuery, rosterQuery, subsidiesQuery, teamsQuery } from '../manage-queries.ts';

/** The same steps are announced before there is a project. */
export const setUpKeys = ['dates', 'teams', 'chiefs', 'people', 'forms', 'travel'] as const;

type SetUpStepsProps = { project: Project; /** What came before, such as creating the project. */ before?: Step[] };

/** The way from an empty project to one with people in it; gone when all of it is done. */
export function SetUpSteps({ project, before }: SetUpStepsProps) {
  const { t } = useTranslation();
  const { pid, rights } = project;
  const asOwner = rights.see_people;
  const [teams, roster, forms, subsidies, invited] = useQueries({
    queries: [
      teamsQuery(pid),
      { ...rosterQuery(pid), enabled: asOwner },
      { ...formsQuery(pid), enabled: asOwner },
      { ...subsidiesQuery(pid), enabled: asOwner },
      { ...anyInvitationQuery(pid), enabled: asOwner },
    ],
  });
  if (teams.data === undefined || roster.data === undefined || forms.data === undefined) return null;
  const params = { pid };
  const open = teams.data.filter((team) => !team.disabled);
  const led = new Set(
    roster.data.flatMap((person) => person.teams.filter(({ role }) => role === 'chief').map(({ tid }) => tid)),
  );
  const leaderless = open.filter(({ tid }) => !led.has(tid)).length;
  const found: Record<(typeof setUpKeys)[number], Pick<Step, 'text' | 'done' | 'action'>> = {
    dates: {
      text: t('manage.steps.datesText'),
      done: project.starts_on !== null,
      action: <StepLink to="/projects/$pid/manage/settings" params={params} word={t('manage.steps.datesAction')} />,
    },
    teams: {
      text: t('manage.steps.teamsText'),
      done: open.length > 0,
      action: <StepLink to="/projects/$pid/manage/teams" params={params} word={t('manage.steps.teamsAction')} />,
    },
    chiefs: {
      text: t('manage.steps.chiefsText', { count: leaderless }),
      done: open.length > 0 && leaderless === 0,
      action: <StepLink to="/projects/$pid/manage/teams" params={params} word={t('manage.steps.chiefsAction')} />,
    },
    people: {
      text: t('manage.steps.peopleText'),
      done:
        invited.data === true || roster.data.some(({ teams: places }) => places.some(({ role }) => role === 'member')),
    },
    forms: {
      text: t('manage.steps.formsText'),
      done: forms.data.some(({ enabled }) => enabled),
      action: <StepLink to="/projects/$pid/manage/forms" params={params} word={t('manage.steps.formsAction')} />,
    },
    travel: {
      text: t('manage.steps.travelText'),
      done: (subsidies.data?.data.length ?? 0) > 0,
      action: (
        <StepLink to="/projects/$pid/manage/travel-money" params={params} word={t('manage.steps.travelAction')} />
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
    | '/projects/$pid/manage/forms'
    | '/projects/$pid/manage/travel-money';
  params: { pid: string };
  word: string;
};

function StepLink({ to, params, word }: StepLinkProps) {
  return (
    <ButtonLink to={to} params={params} size="xs">
      {word}
    </ButtonLink>
  );
}

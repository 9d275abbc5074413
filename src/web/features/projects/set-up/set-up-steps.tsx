import { Button, Group } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { useTextDraft } from '../../../ui/editing/drafts.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { LoadingPlaceholder } from '../../../ui/page-state.tsx';
import { Checklist } from './checklist.tsx';
import type { Step } from './checklist.tsx';
import { dashboardQuery } from '../../dashboard/queries.ts';
import { formsQuery } from '../../forms/queries.ts';
import { seriesQuery } from '../series/queries.ts';
import { subsidiesQuery } from '../../subsidies/queries.ts';
import { lastYearHash, useEarlierProjects } from '../../teams/invitations/earlier-projects.ts';
import { useInvitedChiefs } from '../../teams/invitations/invited-chiefs.ts';
import { invitedAsQuery } from '../../teams/invitations/queries.ts';
import { anyTaskQuery } from '../../tasks/queries.ts';
import { teamsQuery } from '../../teams/queries.ts';
import type { Loading } from '../../../loading.ts';

/** The steps in their order; they are also listed before there is a project. */
export const setUpKeys = ['dates', 'teams', 'chiefs', 'public', 'people', 'tasks', 'forms', 'travel'] as const;

type Key = (typeof setUpKeys)[number];

type Page =
  | '/projects/$pid/manage/settings'
  | '/projects/$pid/manage/teams'
  | '/projects/$pid/manage/tasks'
  | '/projects/$pid/manage/ask-again'
  | '/projects/$pid/manage/forms'
  | '/projects/$pid/manage/travel-money';

type SetUpStepsProps = { project: Project; /** Steps to show first, such as creating the project. */ before?: Step[] };

export const loadSetUpSteps = (load: Loading['load'], { pid, rights }: Project) =>
  Promise.all([
    load(teamsQuery(pid)),
    ...(rights.see_people
      ? [
          load(dashboardQuery(pid)),
          load(formsQuery(pid)),
          load(subsidiesQuery(pid)),
          load(invitedAsQuery(pid, 'chief')),
          load(anyTaskQuery(pid)),
          load(seriesQuery(pid)),
        ]
      : []),
  ]);

/** The steps from an empty project to one with people; hidden when all are done. */
export function SetUpSteps({ project, before }: SetUpStepsProps) {
  const { t, i18n } = useTranslation();
  const { pid, rights } = project;
  const asOwner = rights.see_people;
  const [skipsTravel, setSkipsTravel] = useTextDraft(`skips-travel-money:${pid}`);
  const earlier = useEarlierProjects(project);
  const series = useQuery({ ...seriesQuery(pid), enabled: asOwner }).data?.body;
  /** They were not there before, so they know the people of earlier years only from the list for asking again. */
  const asksAgain = earlier.length === 0 && (series?.years.length ?? 0) > 1;
  const aboutChiefs = useInvitedChiefs();
  const [teams, dashboard, forms, subsidies, invited, planned] = useQueries({
    queries: [
      teamsQuery(pid),
      { ...dashboardQuery(pid), enabled: asOwner },
      { ...formsQuery(pid), enabled: asOwner },
      { ...subsidiesQuery(pid), enabled: asOwner },
      { ...invitedAsQuery(pid, 'chief'), enabled: asOwner },
      { ...anyTaskQuery(pid), enabled: asOwner },
    ],
  });
  if (asOwner && [teams, dashboard, forms].some(({ isPending }) => isPending)) return <LoadingPlaceholder />;
  if (teams.data === undefined || dashboard.data === undefined || forms.data === undefined) return null;
  const hasTable = (subsidies.data?.body.data.length ?? 0) > 0;
  const open = teams.data.filter((team) => !team.disabled);
  const applying = open.filter((team) => team.takes_applications).map(({ name }) => name);
  const { teams_without_chief: withoutChief, teams_without_chief_count: withoutChiefCount } = dashboard.data;
  const done: Record<Key, boolean> = {
    dates: project.starts_on !== null,
    teams: open.length > 0,
    chiefs: open.length > 0 && withoutChiefCount === 0,
    public: project.state !== 'draft',
    people: dashboard.data.invitations.members + dashboard.data.members > 0,
    tasks: planned.data === true,
    forms: forms.data.some(({ enabled }) => enabled),
    travel: hasTable || skipsTravel !== '',
  };
  const next = setUpKeys.find((key) => !done[key]);
  /** The next step has the only filled button. */
  const look = (key: Key) => (key === next ? {} : { variant: 'default' });
  const linkTo = (key: Key, to: Page, text: string, hash = '') => (
    <ButtonLink to={to} params={{ pid }} hash={hash} size="xs" {...look(key)}>
      {text}
    </ButtonLink>
  );
  const found: Record<Key, Pick<Step, 'text' | 'action' | 'skipped'>> = {
    dates: {
      text: t('manage.steps.datesText'),
      action: linkTo('dates', '/projects/$pid/manage/settings', t('manage.steps.datesAction')),
    },
    teams: {
      text: t('manage.steps.teamsText'),
      action: linkTo('teams', '/projects/$pid/manage/teams', t('manage.steps.teamsAction')),
    },
    chiefs: {
      text: [
        t('manage.steps.chiefsText', { count: withoutChiefCount }),
        // If there are more teams than are listed, nobody would read all addresses.
        withoutChiefCount > withoutChief.length
          ? ''
          : (aboutChiefs(
              invited.data ?? [],
              withoutChief.map(({ tid }) => tid),
            ) ?? ''),
      ].join(' '),
      action: linkTo('chiefs', '/projects/$pid/manage/teams', t('manage.steps.chiefsAction')),
    },
    public: {
      text: [
        t('manage.steps.publicText'),
        ...(open.length > 0 && applying.length === 0 ? [t('manage.states.noApplications')] : []),
      ].join(' '),
      action: linkTo('public', '/projects/$pid/manage/settings', t('manage.steps.publicAction'), 'state'),
    },
    people: {
      text: [
        t(
          earlier.length > 0
            ? 'manage.steps.peopleAgain'
            : asksAgain
              ? 'manage.steps.peopleAskAgain'
              : 'manage.steps.peopleText',
        ),
        applying.length > 0
          ? t('manage.steps.peopleApplying', { teams: formatList(applying, i18n.language) })
          : t('manage.steps.peopleApplyText'),
      ].join(' '),
      action: (
        <Group gap="xs">
          {earlier.length > 0 ? (
            <>
              <Button component="a" href={`#${lastYearHash}`} size="xs" {...look('people')}>
                {t('manage.steps.peopleAgainAction')}
              </Button>
              <Button component="a" href="#invitation" size="xs" variant="default">
                {t('manage.team.byInvitation')}
              </Button>
            </>
          ) : (
            <>
              {asksAgain ? linkTo('people', '/projects/$pid/manage/ask-again', t('manage.parts.askAgain')) : null}
              <Button
                component="a"
                href="#invitation"
                size="xs"
                {...(asksAgain ? { variant: 'default' } : look('people'))}
              >
                {t('manage.steps.peopleAction')}
              </Button>
            </>
          )}
          {applying.length > 0 ? null : (
            <ButtonLink to="/projects/$pid/manage/teams" params={{ pid }} size="xs" variant="subtle">
              {t('manage.steps.peopleApply')}
            </ButtonLink>
          )}
        </Group>
      ),
    },
    tasks: {
      text: t('manage.steps.tasksText'),
      action: linkTo('tasks', '/projects/$pid/manage/tasks', t('manage.steps.tasksAction')),
    },
    forms: {
      text: t('manage.steps.formsText'),
      action: linkTo('forms', '/projects/$pid/manage/forms', t('manage.steps.formsAction')),
    },
    travel: {
      text: t('manage.steps.travelText'),
      skipped: !hasTable,
      action: (
        <Group gap="xs">
          {linkTo('travel', '/projects/$pid/manage/travel-money', t('manage.steps.travelAction'))}
          <Button size="xs" variant="subtle" onClick={() => setSkipsTravel('yes')}>
            {t('manage.steps.travelSkip')}
          </Button>
        </Group>
      ),
    },
  };
  const steps = [
    ...(before ?? []),
    ...setUpKeys.map((key) => ({ key, title: t(`manage.steps.${key}`), done: done[key], ...found[key] })),
  ];
  if (steps.every((step) => step.done)) return null;
  return <Checklist title={t('manage.steps.title')} lead={t('manage.steps.lead')} steps={steps} />;
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../lazy-part.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Checklist } from './checklist.tsx';
import type { Step } from './checklist.tsx';
import { currentTime } from '../../../../locales/format/dates.ts';
import { isOver } from '../current.ts';
import { projectsQuery } from '../queries.ts';
import { loadSetUpSteps, setUpKeys, SetUpSteps } from './set-up-steps.tsx';
import type { Loading } from '../../../loading.ts';
import { signInWaysQuery } from '../../sign-in/queries.ts';
import type { Project } from '../../../../client/client.ts';

const InviteCard = lazyPart(
  'invite-card',
  async () => (await import('../../teams/invitations/invite-card.tsx')).InviteCard,
);

/** The first project of an installation without another one, as long as it is set up. */
function projectInSetUp(pages: readonly { data: readonly Project[] }[]): Project | undefined {
  const [first, ...others] = pages.flatMap(({ data }) => data);
  const isOnly = first !== undefined && others.length === 0;
  return isOnly && first.rights.see_people && !isOver(first, currentTime()) ? first : undefined;
}

export async function loadFirstSteps({ load, loadPages }: Pick<Loading, 'load' | 'loadPages'>) {
  const project = projectInSetUp((await loadPages(projectsQuery)).pages);
  if (project !== undefined) await Promise.all([loadSetUpSteps(load, project), load(signInWaysQuery)]);
}

/** Leads the first administrator to the first invitation; hidden once there are several projects. */
export function FirstSteps() {
  const { t } = useTranslation();
  const pages = useInfiniteQuery(projectsQuery).data?.pages;
  if (pages === undefined || pages[0]?.rights.create !== true) return null;
  const first = pages[0]?.data[0];
  const project: Step = {
    key: 'project',
    title: t('admin.first.project'),
    text: t('admin.first.projectText'),
    done: first !== undefined,
    action: (
      <ButtonLink to="/projects/new" size="xs">
        {t('admin.newProject.title')}
      </ButtonLink>
    ),
  };
  if (first === undefined) {
    const texts = {
      dates: t('manage.steps.datesText'),
      teams: t('admin.first.teamsText'),
      chiefs: t('admin.first.chiefsText'),
      public: t('manage.steps.publicText'),
      people: t('admin.first.peopleText'),
      tasks: t('manage.steps.tasksText'),
      forms: t('manage.steps.formsText'),
      travel: t('manage.steps.travelText'),
    };
    const later = setUpKeys.map((key) => ({ key, title: t(`manage.steps.${key}`), text: texts[key], done: false }));
    return <Checklist title={t('admin.first.title')} lead={t('admin.first.lead')} steps={[project, ...later]} />;
  }
  const inSetUp = projectInSetUp(pages);
  if (inSetUp === undefined) return null;
  return (
    <>
      <SetUpSteps project={inSetUp} before={[project]} />
      <InviteCard project={inSetUp} />
    </>
  );
}

import { Alert, Button, Group, Loader, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AllocationDetails, Project } from '../../../../client/client.ts';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { useChange } from '../../../ui/change.ts';
import { AlertIcon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import type { Loading } from '../../../loading.ts';
import { loadManaged, useManagedProject } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { teamsQuery } from '../../teams/queries.ts';
import { DraftResult } from './draft-result.tsx';
import { discardDraft, draftQuery } from './queries.ts';
import { OtherZone } from '../../projects/event/event-zone.tsx';

export const loadDraftPage = loadManaged('plan_tasks', ({ load, params: { pid, id } }: Loading<'pid' | 'id'>) =>
  Promise.all([load(draftQuery(pid, id)), load(teamsQuery(pid))]),
);

/** Shows the progress of one draft plan, then its result. */
export function DraftPage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  usePageTitle(`${t('drafts.one')} · ${project.name}`);
  return project.rights.plan_tasks ? <LoadedDraft project={project} /> : <OwnersOnly project={project} />;
}

function LoadedDraft({ project }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const { pid } = project;
  const { id } = useParams({ from: '/signed-in/projects/$pid/manage/tasks/drafts/$id' });
  const draft = useQuery(draftQuery(pid, id));
  return (
    <Loaded query={draft}>
      {({ body, etag }) => (
        <>
          <PageHead
            title={t('drafts.one')}
            note={t('drafts.of', { when: formatDateTimeAt(body.created_at, i18n.language, project.timezone) })}
          >
            <ButtonLink to="/projects/$pid/manage/tasks/drafts" params={{ pid }} size="xs" variant="default">
              {t('drafts.all')}
            </ButtonLink>
            <ButtonLink to="/projects/$pid/manage/tasks/planner" params={{ pid }} size="xs" variant="default">
              {t('planner.link')}
            </ButtonLink>
          </PageHead>
          <OtherZone />
          <Content project={project} draft={body} etag={etag} />
        </>
      )}
    </Loaded>
  );
}

type ContentProps = { project: Project; draft: AllocationDetails; etag: string | undefined };

function Content({ project, draft, etag }: ContentProps) {
  const { t } = useTranslation();
  switch (draft.state) {
    case 'running':
      return <Running pid={project.pid} id={draft.id} />;
    case 'failed':
      return (
        <Alert color="red" variant="outline" icon={<AlertIcon />} title={t('drafts.failed')}>
          {t('drafts.failedText')}
        </Alert>
      );
    case 'discarded':
      return <Text>{t('drafts.discarded')}</Text>;
    default:
      return <DraftResult project={project} draft={draft} etag={etag} />;
  }
}

function Running({ pid, id }: { pid: string; id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const stop = useChange(discardDraft(pid, id), {
    message: () => t('drafts.stopped'),
    onDone: () => void navigate({ to: '/projects/$pid/manage/tasks/drafts', params: { pid } }),
  });
  return (
    <Paper className="muster-surface" p="lg">
      <Stack align="flex-start">
        <Group component="output" wrap="nowrap">
          <Loader size="sm" aria-hidden />
          <Text fw={600}>{t('drafts.running')}</Text>
        </Group>
        <Text c="dimmed">{t('drafts.runningText')}</Text>
        {stop.error === null ? null : <OrganiserProblem error={stop.error} />}
        <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate(undefined)}>
          {t('drafts.stop')}
        </Button>
      </Stack>
    </Paper>
  );
}

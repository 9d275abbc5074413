import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DownloadButton } from '../../ui/download.tsx';
import type { Download } from '../../ui/download.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { OwnersOnly } from './owners-only.tsx';
import { useManagedProject, loadManaged } from './managed-project.ts';
import { exportAnswers } from '../forms/answers/queries.ts';
import { exportAudit } from '../audit/queries.ts';
import { formsQuery } from '../forms/queries.ts';
import { exportTasks } from '../tasks/queries.ts';
import { exportMembers } from '../teams/memberships/queries.ts';
import { teamsQuery } from '../teams/queries.ts';
import { exportPeople } from '../roster/queries.ts';

type Export = {
  key: string;
  title: string;
  text: string;
  file: string;
  load: Download;
};

export const loadExportsPage = loadManaged('see_people', ({ load, params: { pid } }) =>
  Promise.all([load(teamsQuery(pid)), load(formsQuery(pid))]),
);

export function ExportsPage() {
  const { t, i18n } = useTranslation();
  const { pid, project } = useManagedProject();
  const teams = useQuery(teamsQuery(pid));
  const forms = useQuery({ ...formsQuery(pid), enabled: project.rights.see_people });
  usePageTitle(`${t('manage.parts.exports')} · ${project.name}`);
  if (!project.rights.see_people) return <OwnersOnly project={project} />;
  const whole: Export[] = [
    {
      key: 'people',
      title: t('manage.exports.people'),
      text: t('manage.exports.peopleText'),
      file: `${pid}-people.csv`,
      load: exportPeople(pid, {}, i18n.language),
    },
    {
      key: 'tasks',
      title: t('manage.exports.tasks'),
      text: t('manage.exports.tasksText'),
      file: `${pid}-tasks.csv`,
      load: exportTasks(pid),
    },
    {
      key: 'audit',
      title: t('manage.parts.audit'),
      text: t('manage.exports.auditText'),
      file: `${pid}-audit.csv`,
      load: exportAudit({ project: pid }),
    },
  ];
  return (
    <>
      <PageHead title={t('manage.parts.exports')} help={t('manage.exports.lead')} />
      <Stack gap="xl">
        <Exports title={t('manage.exports.whole')} exports={whole} />
        <Loaded query={forms} embedded>
          {(found) => (
            <Exports
              title={t('manage.parts.forms')}
              lead={found.length === 0 ? t('manage.exports.noForms') : t('manage.exports.formsText')}
              exports={found.map(({ form, title, response_count: count }) => ({
                key: form,
                title,
                text: t('manage.forms.answers', { count: count ?? 0 }),
                file: `${pid}-${form}.csv`,
                load: exportAnswers(pid, form),
              }))}
            />
          )}
        </Loaded>
        <Loaded query={teams} embedded>
          {(found) => (
            <Exports
              title={t('manage.exports.teams')}
              {...(found.length === 0 ? { lead: t('manage.teams.none') } : {})}
              exports={found.map(({ tid, name, member_count: count }) => ({
                key: tid,
                title: name,
                text: t('manage.headcount.uncapped', { count }),
                file: `${pid}-${tid}.csv`,
                load: exportMembers(pid, tid),
              }))}
            />
          )}
        </Loaded>
      </Stack>
    </>
  );
}

function Exports({ title, lead, exports }: { title: string; lead?: string; exports: readonly Export[] }) {
  const { t } = useTranslation();
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-label={title}>
      <Title order={2} size="h4" mb={4}>
        {title}
      </Title>
      {lead === undefined ? null : (
        <Text size="sm" c="dimmed" mb="xs">
          {lead}
        </Text>
      )}
      <Stack gap={0} component="ul" className="muster-plain-list">
        {exports.map(({ key, title: what, text, file, load }) => (
          <Group key={key} component="li" className="muster-row" justify="space-between" wrap="nowrap">
            <div>
              <Text fw={550}>{what}</Text>
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            </div>
            <DownloadButton
              size="xs"
              flex="none"
              name={file}
              text={t('manage.exports.get')}
              label={t('manage.exports.getWhat', { what })}
              load={load}
            />
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

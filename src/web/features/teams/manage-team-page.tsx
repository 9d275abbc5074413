import { maxMarkdown } from '../../../shared/limits.ts';
import { Alert, Paper, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Team } from '../../../client/client.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import type { Versioned } from '../../api.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';
import { LatestAnnouncements } from '../announcements/latest-announcements.tsx';
import { TeamHours } from '../hours/team-hours.tsx';
import { projectQuery } from '../projects/queries.ts';
import { ReadOnlyWhenArchived } from '../projects/read-only.tsx';
import { ChiefsOnly } from './chiefs-only.tsx';
import { HeadcountBar } from './headcount-bar.tsx';
import { teamVersionQuery, editTeam } from './queries.ts';
import { NextWaiting } from './applications/next-waiting.tsx';
import { TeamApplications } from './applications/team-applications.tsx';
import { AddMembers, ManageMembers } from './memberships/manage-members.tsx';
import { TeamTasks } from '../tasks/planning/team-tasks.tsx';
import { ChannelList } from '../chat/channel-list.tsx';
import type { Loading } from '../../loading.ts';
import { originalOf } from '../../ui/original.ts';
import { TranslateButton } from '../translations/translate-button.tsx';

export const loadManageTeamPage = ({ load, params: { pid, tid } }: Loading<'pid' | 'tid'>) =>
  load(teamVersionQuery(pid, tid));

export function ManageTeamPage() {
  const { pid, tid } = useParams({ from: '/signed-in/organise/projects/$pid/teams/$tid/manage' });
  const team = useQuery(teamVersionQuery(pid, tid));
  return (
    <Loaded query={team}>
      {({ body, etag }) =>
        body.rights.edit ? (
          <ManagedTeam pid={pid} team={body} etag={etag} />
        ) : body.rights.add_members ? (
          <FilledTeam pid={pid} team={body} />
        ) : (
          <ChiefsOnly pid={pid} tid={tid} team={body.name} />
        )
      }
    </Loaded>
  );
}

/** For deputies who fill the teams: they add and invite members, and change nothing else. */
function FilledTeam({ pid, team }: { pid: string; team: Team }) {
  const { t } = useTranslation();
  const project = useQuery(projectQuery(pid)).data;
  usePageTitle(`${team.name} · ${t('manage.team.tabs.people')}`);
  return (
    <>
      <PageHead title={team.name} help={t('deputies.fillTeam')} />
      <Stack gap="xl">
        <Paper className="muster-surface" p="lg">
          <HeadcountBar team={team} />
        </Paper>
        <ReadOnlyWhenArchived project={project}>
          {team.disabled ? null : <AddMembers pid={pid} team={team} />}
        </ReadOnlyWhenArchived>
      </Stack>
    </>
  );
}

type ManagedTeamProps = { pid: string; team: Team; etag: string | undefined };

/** Nobody joins or leaves a team of an archived project. */
const withoutChanges = (team: Team): Team => ({
  ...team,
  rights: { ...team.rights, add_members: false, appoint_chiefs: false },
});

function ManagedTeam({ pid, team, etag }: ManagedTeamProps) {
  const { t } = useTranslation();
  const { tab = 'people' } = useSearch({ from: '/signed-in/organise/projects/$pid/teams/$tid/manage' });
  const { tid, name } = team;
  const project = useQuery(projectQuery(pid)).data;
  const archived = project?.state === 'archived';
  usePageTitle(`${name} · ${t(`manage.team.tabs.${tab}`)}`);
  return (
    <>
      <PageHead title={name} help={t('manage.team.lead')}>
        {tab === 'texts' && !archived ? <TranslateButton {...{ pid, name }} kind="team" id={tid} /> : null}
      </PageHead>
      <Stack gap="xl">
        <Paper className="muster-surface" p="lg">
          <HeadcountBar team={team} />
        </Paper>
        {team.disabled ? (
          <Alert variant="outline" color="yellow" icon={<AlertIcon />}>
            {t('manage.team.disabled')}
          </Alert>
        ) : null}
        <ReadOnlyWhenArchived project={project}>
          {(tab === 'people' || tab === 'applications') && !archived ? <NextWaiting pid={pid} team={team} /> : null}
          {tab === 'people' ? <ManageMembers pid={pid} team={archived ? withoutChanges(team) : team} /> : null}
          {tab === 'applications' ? <TeamApplications pid={pid} team={team} /> : null}
          {tab === 'chat' ? <ChannelList pid={pid} tid={tid} /> : null}
          {tab === 'announcements' ? <LatestAnnouncements pid={pid} tid={tid} canWrite managed /> : null}
          {tab === 'tasks' ? <TeamTasks pid={pid} team={team} project={project} /> : null}
          {tab === 'hours' ? <TeamHours {...{ pid, tid, archived }} /> : null}
          {tab === 'texts' ? <TeamTextsForm pid={pid} team={team} etag={etag} /> : null}
        </ReadOnlyWhenArchived>
      </Stack>
    </>
  );
}

type Texts = { public_description: string; description: string; mailing_list: string };
type TeamTextsFormProps = { pid: string; team: Team; etag: string | undefined };

const valuesOf = ({ public_description, description = '', mailing_list = '' }: Team): Texts => ({
  public_description,
  description,
  mailing_list,
});

function TeamTextsForm({ pid, team, etag }: TeamTextsFormProps) {
  const { t } = useTranslation();
  const record = editTeam(pid, team.tid);
  const versionOf = (answer: Versioned<Team>) => ({ values: valuesOf(originalOf(answer.body)), etag: answer.etag });
  const editing = useEditing<Texts>({
    draft: `team:${pid}/${team.tid}`,
    current: versionOf({ body: team, etag }),
    load: async () => versionOf(await record.load()),
    save: async (values, tag) =>
      versionOf(await record.save({ ...values, mailing_list: values.mailing_list.trim() }, tag)),
    affects: record.affects,
    savedMessage: t('manage.saved'),
  });
  const texts = {
    public_description: { label: t('manage.team.publicText') },
    description: { label: t('manage.team.innerText') },
    mailing_list: { label: t('manage.team.mailingList') },
  };
  const { form } = editing;
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }}>
      <EditingForm editing={editing} fields={texts} action={t('manage.save')} disabled={!editing.dirty}>
        <MarkdownEditor
          {...form.getInputProps('public_description')}
          value={form.values.public_description}
          label={texts.public_description.label}
          description={t('manage.team.publicTextHint')}
          maxLength={maxMarkdown}
        />
        <MarkdownEditor
          {...form.getInputProps('description')}
          value={form.values.description}
          label={texts.description.label}
          description={t('manage.team.innerTextHint')}
          maxLength={maxMarkdown}
        />
        <TextInput
          {...form.getInputProps('mailing_list')}
          label={texts.mailing_list.label}
          description={t('manage.team.mailingListHint')}
          maxLength={254}
          autoCapitalize="none"
        />
      </EditingForm>
    </Paper>
  );
}

import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../client/client.ts';
import { currentTime, formatSpanAt } from '../../../locales/format/dates.ts';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { claimCountQuery } from '../event-day/queries.ts';
import { hasEnded } from '../projects/current.ts';
import { projectQuery } from '../projects/queries.ts';
import { GivenPlaces } from '../tasks/exchange/given-places.tsx';
import { Unconfirmed } from '../tasks/exchange/unconfirmed.tsx';
import { teamGapsQuery } from '../tasks/queries.ts';
import { RequestsToDecide } from '../tasks/signup/requests-to-decide.tsx';
import { HeadcountBar } from '../teams/headcount-bar.tsx';
import { teamQuery } from '../teams/queries.ts';
import { gapOf } from '../tasks/coverage/gap.ts';
import { Item, ListCard } from '../../ui/cards/list-card.tsx';
import { contactRecord, recordQuery } from '../profile/queries.ts';
import { ledTeamsOf, projectsLedBy, shownTeamsOf } from './overseen.ts';
import { WorkToApprove } from './work-to-approve.tsx';
import styles from './led-teams.module.css';
import type { Loads } from '../../loading.ts';
import { loadWaiting } from './waiting.ts';

/** More tasks than this are listed on the page of the team. */
const gapsShown = 5;

export async function loadLedTeams({ load, loadPages }: Loads, me: Me) {
  const now = currentTime();
  const isOn = async (pid: string) => !hasEnded(await load(projectQuery(pid)), now);
  const loadContact = async () => {
    const led = await Promise.all(ledTeamsOf(me).map(({ pid }) => isOn(pid)));
    if (led.includes(true)) await load(recordQuery(contactRecord));
  };
  const loadGaps = async (pid: string, tid: string) => {
    if (await isOn(pid)) await load(teamGapsQuery(pid, tid, gapsShown + 1));
  };
  await Promise.all([
    loadContact(),
    ...shownTeamsOf(me).flatMap(({ pid, tid }) => [load(teamQuery(pid, tid)), loadGaps(pid, tid)]),
    ...projectsLedBy(me).flatMap((pid) => [load(claimCountQuery(pid)), loadWaiting({ loadPages }, pid)]),
  ]);
}

/** The teams that the person leads: how full they are, and where people are missing. */
export function LedTeams({ me }: { me: Me }) {
  const led = ledTeamsOf(me);
  return (
    <>
      {projectsLedBy(me).map((pid) => (
        <Waiting key={pid} pid={pid} />
      ))}
      <Unreachable pids={[...new Set(led.map(({ pid }) => pid))]} />
      <SimpleGrid cols={{ base: 1, sm: led.length > 1 ? 2 : 1 }} spacing="lg" className={styles.teams}>
        {shownTeamsOf(me).map((team) => (
          <LedTeam key={`${team.pid}/${team.tid}`} {...team} />
        ))}
      </SimpleGrid>
    </>
  );
}

/** Work to approve, requests to decide, places that people want to give up, and who has not said whether they come. */
function Waiting({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const claims = useQuery(claimCountQuery(pid)).data ?? 0;
  const project = useQuery(projectQuery(pid)).data;
  if (project === undefined) return null;
  const { timezone, name } = project;
  return (
    <>
      {claims === 0 ? null : (
        <ListCard id={`decisions-${pid}`} title={t('homes.owner.decisions')}>
          <WorkToApprove pid={pid} count={claims} />
        </ListCard>
      )}
      <RequestsToDecide pid={pid} timezone={timezone} />
      <GivenPlaces pid={pid} timezone={timezone} isHome />
      <Unconfirmed pid={pid} timezone={timezone} event={name} />
    </>
  );
}

type LedTeamProps = { pid: string; project: string; tid: string; name: string };

function LedTeam({ pid, project, tid, name }: LedTeamProps) {
  const { t, i18n } = useTranslation();
  const team = useQuery(teamQuery(pid, tid)).data;
  const year = useQuery(projectQuery(pid)).data;
  const [now] = useState(currentTime);
  const isOn = year !== undefined && !hasEnded(year, now);
  const gaps = useQuery({ ...teamGapsQuery(pid, tid, gapsShown + 1), enabled: isOn }).data ?? [];
  if (team === undefined || !isOn) return null;
  const id = `led-${pid}-${tid}`;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" mb="sm" wrap="nowrap">
        <div>
          <Title order={2} size="h4" id={id}>
            <PageLink to="/projects/$pid/teams/$tid" params={{ pid, tid }} inherit>
              {name}
            </PageLink>
          </Title>
          <Text size="sm" c="dimmed">
            {project}
          </Text>
        </div>
        <ButtonLink
          to="/projects/$pid/teams/$tid/manage"
          params={{ pid, tid }}
          size="xs"
          flex="none"
          aria-label={t('homes.team.manageWhat', { team: name })}
        >
          {t('homes.team.manage')}
        </ButtonLink>
      </Group>
      <Group gap="lg" mb="sm">
        <PageLink to="/projects/$pid/now" params={{ pid }}>
          {t('homes.whoIsHere')}
        </PageLink>
        <PageLink to="/projects/$pid/manage/tasks" params={{ pid }} search={{ tid }}>
          {t('hints.planTasks')}
        </PageLink>
      </Group>
      <HeadcountBar team={team} />
      <Title order={3} size="h6" mt="md" mb={4}>
        {t('homes.team.gaps')}
      </Title>
      {gaps.length === 0 ? <Text c="dimmed">{t('homes.team.noGaps')}</Text> : null}
      <Stack gap="xs" component="ul" className="muster-plain-list">
        {gaps.slice(0, gapsShown).map((task) => (
          <Item
            key={task.id}
            about={[formatSpanAt(task.starts_at, task.ends_at, i18n.language, year.timezone), gapOf(t, task)].join(
              ' · ',
            )}
          >
            <PageLink to="/projects/$pid/tasks/$id" params={{ pid, id: task.id }}>
              {task.title}
            </PageLink>
          </Item>
        ))}
        {gaps.length <= gapsShown ? null : (
          <li>
            <PageLink to="/projects/$pid/teams/$tid/manage" params={{ pid, tid }} search={{ tab: 'tasks', open: true }}>
              {t('homes.team.allGaps')}
            </PageLink>
          </li>
        )}
      </Stack>
    </Paper>
  );
}

/** Asks chiefs of projects that are not over, until their teams see a phone number or a chat name. */
function Unreachable({ pids }: { pids: readonly string[] }) {
  const { t } = useTranslation();
  const [now] = useState(currentTime);
  const projects = useQueries({ queries: pids.map((pid) => projectQuery(pid)) });
  const leadsNow = projects.some(({ data }) => data !== undefined && !hasEnded(data, now));
  const contact = useQuery({ ...recordQuery(contactRecord), enabled: leadsNow }).data?.body;
  if (!leadsNow || contact === undefined) return null;
  const { phone, handles, visible_to: audience } = contact;
  const isMissing = phone === '' && handles.length === 0;
  if (!isMissing && audience === 'team') return null;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="unreachable">
      <Title order={2} size="h4" mb={4} id="unreachable">
        {t('homes.reach.title')}
      </Title>
      <Text mb="sm">{t(isMissing ? 'homes.reach.missing' : 'homes.reach.hidden')}</Text>
      <ButtonLink to="/me/contact" size="sm">
        {t(isMissing ? 'homes.reach.add' : 'homes.reach.change')}
      </ButtonLink>
    </Paper>
  );
}

import { Badge, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, ProjectPerson } from '../../../client/client.ts';
import { currentTime, formatDate, formatSpanAt } from '../../../locales/format/dates.ts';
import { shownName } from '../../../locales/format/names.ts';
import { joinSentences } from '../../../locales/format/sentences.ts';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { ContactLinks } from '../contacts/contact-links.tsx';
import { hasContact } from '../contacts/has-contact.ts';
import { PersonSkills } from '../tasks/catalogue/person-skills.tsx';
import { PersonTags } from '../tags/person-tags.tsx';
import { TaskLines } from '../tasks/task-lines.tsx';
import { projectQuery } from '../projects/queries.ts';
import { useMe } from '../people/queries.ts';
import { PersonNote } from './person-note.tsx';
import { PersonTimeline } from './person-timeline.tsx';
import { personNoteQuery, projectPersonQuery, timelineQuery } from './queries.ts';
import type { Loading } from '../../loading.ts';
import { OtherZone, useShownZone } from '../projects/event/event-zone.tsx';

export const loadProjectPersonPage = ({ me, load, loadPages, whenOpened, params }: Loading<'pid' | 'uid'>) =>
  whenOpened(async () => {
    const { pid, uid } = params;
    const { rights } = await load(projectQuery(pid));
    await Promise.all([
      load(projectPersonQuery(pid, uid)),
      rights.plan_tasks && loadPages(timelineQuery(pid, uid)),
      rights.recruit && me?.uid !== uid && load(personNoteQuery(pid, uid)),
    ]);
  });

/** Everything that organisers know about one person in a project. */
export function ProjectPersonPage() {
  const { pid, uid } = useParams({ from: '/signed-in/organise/projects/$pid/people/$uid' });
  const { t } = useTranslation();
  const project = useQuery(projectQuery(pid)).data;
  const person = useQuery(projectPersonQuery(pid, uid));
  usePageTitle(person.data?.name ?? t('people.title'));
  if (project === undefined) return null;
  return <Loaded query={person}>{(found) => <OnePerson project={project} person={found} />}</Loaded>;
}

function OnePerson({ project, person }: { project: Project; person: ProjectPerson }) {
  const { t, i18n } = useTranslation();
  const { pid, timezone } = project;
  const { unavailable } = person.availability;
  const me = useMe();
  const isOneself = me?.uid === person.uid;
  const led = me?.projects.find((one) => one.pid === pid)?.teams.filter(({ role }) => role === 'chief') ?? [];
  const mayReplace = ({ tid, ends_at: end }: { tid: string | null; ends_at: string }) =>
    end > currentTime() && (project.rights.edit || led.some((team) => team.tid === tid));
  const mayWrite = project.rights.send_messages && project.state !== 'archived' && !isOneself;
  const empty = [
    person.teams.length === 0 && t('people.noTeams'),
    person.tasks.length === 0 && t('people.noTasksYet'),
    person.missing_forms.length === 0 && t('people.noMissing'),
    person.answered_forms.length === 0 && t('people.noAnswers'),
  ].filter((text) => text !== false);
  const happened = project.rights.plan_tasks;
  return (
    <>
      <Text size="sm" mt="sm">
        <PageLink to="/projects/$pid/people" params={{ pid }} inherit>
          {`‹ ${t('people.back')}`}
        </PageLink>
      </Text>
      <PageHead title={shownName(t, person.name)} note={<Roles person={person} />}>
        {happened ? (
          <ButtonLink size="xs" variant="default" hiddenFrom="md" to="." hash={happenedId}>
            {t('people.timeline.title')}
          </ButtonLink>
        ) : null}
        <ButtonLink size="xs" variant="default" to="/people/$uid" params={{ uid: person.uid }}>
          {t('people.profile')}
        </ButtonLink>
        {mayWrite ? (
          <ButtonLink
            size="xs"
            to="/projects/$pid/manage/messages/new"
            params={{ pid }}
            search={{ uids: [person.uid] }}
          >
            {t('people.message')}
          </ButtonLink>
        ) : null}
      </PageHead>
      <OtherZone />
      {person.intro === '' ? null : <Markdown text={person.intro} />}
      <SimpleGrid cols={{ base: 1, md: happened ? 2 : 1 }} spacing="lg" style={{ alignItems: 'start' }}>
        <Stack gap="lg">
          {hasContact(person) ? (
            <Part title={t('people.contact')}>
              <ContactLinks {...person} />
            </Part>
          ) : null}
          {person.teams.length === 0 ? null : (
            <Part title={t('people.teams')}>
              <Teams pid={pid} teams={person.teams} />
            </Part>
          )}
          {unavailable.length === 0 ? null : (
            <Part title={t('people.awayTitle')}>
              <Stack gap={4} component="ul" className="muster-plain-list">
                {unavailable.map(({ from, to }) => (
                  <li key={from}>{formatSpanAt(from, to, i18n.language, timezone)}</li>
                ))}
              </Stack>
            </Part>
          )}
          {person.tasks.length === 0 ? null : (
            <Part title={t('people.taskTitle', { count: person.task_count, hours: person.hours })}>
              <TaskLines
                project={project}
                tasks={person.tasks}
                planned={
                  project.rights.plan_tasks
                    ? { uid: person.uid, name: shownName(t, person.name), mayReplace }
                    : undefined
                }
              />
              {project.rights.see_hours ? (
                <PageLink to="/projects/$pid/manage/hours/$uid" params={{ pid, uid: person.uid }} size="sm">
                  {t('hours.worked')}
                </PageLink>
              ) : (
                <Text size="sm" c="dimmed" mt="xs">
                  {t('hours.ownersSee')}
                </Text>
              )}
            </Part>
          )}
          {person.missing_forms.length === 0 ? null : (
            <Part title={t('people.missing')}>
              <Stack gap={4} component="ul" className="muster-plain-list">
                {person.missing_forms.map(({ form, title }) => (
                  <li key={form}>{title}</li>
                ))}
              </Stack>
            </Part>
          )}
          {person.answered_forms.length === 0 ? null : (
            <Part title={t('people.answered')}>
              <Answers answers={person.answered_forms} />
            </Part>
          )}
          {empty.length === 0 ? null : <Text c="dimmed">{joinSentences(empty, i18n.language)}</Text>}
          <PersonTags project={project} person={person} />
          {project.rights.plan_tasks ? <PersonSkills pid={pid} uid={person.uid} /> : null}
        </Stack>
        <Stack gap="lg">
          {happened ? (
            <Part id={happenedId} title={t('people.timeline.title')}>
              <PersonTimeline project={project} uid={person.uid} />
            </Part>
          ) : null}
          {project.rights.recruit && !isOneself ? <PersonNote project={project} uid={person.uid} /> : null}
        </Stack>
      </SimpleGrid>
    </>
  );
}

/** On narrow windows, where it is below the rest, a button leads there. */
const happenedId = 'happened';

function Roles({ person: { owner, helper, suspended } }: { person: ProjectPerson }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      {owner ? <Badge variant="light">{t('people.roles.owner')}</Badge> : null}
      {helper ? (
        <Badge variant="light" color="gray">
          {t('people.roles.helper')}
        </Badge>
      ) : null}
      {suspended ? <Badge color="red">{t('people.suspended')}</Badge> : null}
    </Group>
  );
}

function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <Paper className="muster-surface" p="lg" component="section" id={id} aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

function Teams({ pid, teams }: { pid: string; teams: ProjectPerson['teams'] }) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  return (
    <Stack gap={4} component="ul" className="muster-plain-list">
      {teams.map(({ tid, name, role, joined_at: since }) => (
        <Group key={tid} component="li" gap="xs">
          <PageLink to="/projects/$pid/teams/$tid" params={{ pid, tid }}>
            {name}
          </PageLink>
          <Badge variant={role === 'chief' ? 'light' : 'default'}>{t(`people.roles.${role}`)}</Badge>
          <Text size="sm" c="dimmed">
            {t('people.since', { date: formatDate(since, i18n.language, zone) })}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

function Answers({ answers }: { answers: ProjectPerson['answered_forms'] }) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  return (
    <Stack gap={4} component="ul" className="muster-plain-list">
      {answers.map(({ form, title, updated_at: at }) => (
        <Group key={form} component="li" gap="xs">
          <Text>{title}</Text>
          <Text size="sm" c="dimmed">
            {t('people.answeredOn', { date: formatDate(at, i18n.language, zone) })}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

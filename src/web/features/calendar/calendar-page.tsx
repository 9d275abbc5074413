import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnProject } from '../../../client/client.ts';
import { currentTime } from '../../../locales/format/dates.ts';
import { useMe } from '../people/queries.ts';
import { Section } from '../profile/record-page.tsx';
import { hasEnded } from '../projects/current.ts';
import { projectQuery } from '../projects/queries.ts';
import { CalendarCard } from './calendar-card.tsx';
import type { Loading } from '../../loading.ts';
import { calendarQuery } from './queries.ts';

export async function loadCalendarPage({ me, load }: Loading) {
  const loadProject = ({ pid, owner, teams }: OwnProject) =>
    Promise.all([
      load(projectQuery(pid)),
      owner && me?.rights_withheld === false && load(calendarQuery({ of: 'project', pid })),
      ...teams.map(({ tid }) => load(calendarQuery({ of: 'team', pid, tid }))),
    ]);
  await Promise.all([load(calendarQuery({ of: 'own' })), ...(me?.projects ?? []).map(loadProject)]);
}

/** The calendars that the person can subscribe to. */
export function CalendarPage() {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <Section title={t('calendar.title')} lead={t('calendar.lead')}>
      <CalendarCard id="calendar-own" subject={{ of: 'own' }} title={t('calendar.own')} text={t('calendar.ownText')} />
      {me?.projects.map((project) => (
        <ProjectCalendars key={project.pid} own={project} owns={project.owner && !me.rights_withheld} />
      ))}
    </Section>
  );
}

/** After the event, shows only those whose address still exists. */
function ProjectCalendars({ own: { pid, name, teams }, owns }: { own: OwnProject; owns: boolean }) {
  const { t } = useTranslation();
  const [now] = useState(currentTime);
  const project = useQuery(projectQuery(pid)).data;
  if (project === undefined) return null;
  const isOver = hasEnded(project, now);
  return (
    <>
      {owns ? (
        <CalendarCard
          id={`calendar-${pid}`}
          subject={{ of: 'project', pid }}
          title={t('calendar.project', { project: name })}
          text={t('calendar.projectText')}
          isOver={isOver}
        />
      ) : null}
      {teams.map((team) => (
        <CalendarCard
          key={team.tid}
          id={`calendar-${pid}-${team.tid}`}
          subject={{ of: 'team', pid, tid: team.tid }}
          title={t('calendar.team', { team: `${team.name} · ${name}` })}
          text={t('calendar.teamText')}
          isOver={isOver}
        />
      ))}
    </>
  );
}

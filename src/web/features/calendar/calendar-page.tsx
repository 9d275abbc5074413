import { useTranslation } from 'react-i18next';
import { useMe } from '../people/queries.ts';
import { Section } from '../profile/record-page.tsx';
import { CalendarCard } from './calendar-card.tsx';

/** The calendars that the person can subscribe to. */
export function CalendarPage() {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <Section title={t('calendar.title')} lead={t('calendar.lead')}>
      <CalendarCard id="calendar-own" subject={{ of: 'own' }} title={t('calendar.own')} text={t('calendar.ownText')} />
      {me?.projects.map(({ pid, name, owner, teams }) => [
        owner && !me.rights_withheld ? (
          <CalendarCard
            key={pid}
            id={`calendar-${pid}`}
            subject={{ of: 'project', pid }}
            title={t('calendar.project', { project: name })}
            text={t('calendar.projectText')}
          />
        ) : null,
        ...teams.map((team) => (
          <CalendarCard
            key={`${pid}/${team.tid}`}
            id={`calendar-${pid}-${team.tid}`}
            subject={{ of: 'team', pid, tid: team.tid }}
            title={t('calendar.team', { team: `${team.name} · ${name}` })}
            text={t('calendar.teamText')}
          />
        )),
      ])}
    </Section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatSpanAt } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { PageLink } from '../../../ui/links.tsx';
import { Item, ListCard } from '../../../ui/cards/list-card.tsx';
import { givenPlacesQuery } from './queries.ts';

/** For owners and chiefs: who wants to give up a place, and nobody has taken it. Nothing while nobody does. */
export function GivenPlaces({ pid, timezone }: { pid: string; timezone: string }) {
  const { t, i18n } = useTranslation();
  const places = useQuery(givenPlacesQuery(pid)).data ?? [];
  if (places.length === 0) return null;
  return (
    <ListCard id={`given-${pid}`} title={t('exchange.given.title')}>
      {places.map(({ task, from }) => (
        <Item
          key={`${task.id} ${from.uid}`}
          note={shownName(t, from.name)}
          about={formatSpanAt(task.starts_at, task.ends_at, i18n.language, timezone)}
        >
          <PageLink to="/projects/$pid/manage/tasks/$id" params={{ pid, id: task.id }}>
            {task.title}
          </PageLink>
        </Item>
      ))}
    </ListCard>
  );
}

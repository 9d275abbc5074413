import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { useRows } from '../../../ui/paging.ts';
import { Item, ListCard } from '../../../ui/cards/list-card.tsx';
import { PersonLink, useOpenable } from '../../roster/person-link.tsx';
import { MessageChosen } from '../../messages/message-people.tsx';
import { unconfirmedQuery } from './queries.ts';
import { useNames } from '../../roster/namesakes.ts';

type UnconfirmedProps = {
  pid: string;
  timezone: string;
  /** Where lists of several events are on one page. */
  event?: string;
};

/** For owners and chiefs: who was asked whether they come and has not answered. Nothing while nobody is. */
export function Unconfirmed({ pid, timezone, event }: UnconfirmedProps) {
  const { t, i18n } = useTranslation();
  const { rows: people, more } = useRows(useInfiniteQuery(unconfirmedQuery(pid)));
  const openable = useOpenable(pid, people);
  const nameOf = useNames(pid, people);
  if (people.length === 0) return null;
  const isWhole = more === undefined;
  return (
    <ListCard
      id={`unconfirmed-${pid}`}
      title={t('exchange.unconfirmed.title')}
      more={more}
      action={isWhole ? <MessageChosen pid={pid} uids={people.map(({ uid }) => uid)} /> : undefined}
    >
      {people.map(({ uid, name, starts_at: from, task_count: count }) => (
        <Item
          key={uid}
          note={[event, t('exchange.unconfirmed.row', { count, when: formatDateTimeAt(from, i18n.language, timezone) })]
            .filter(Boolean)
            .join(' · ')}
        >
          <PersonLink {...{ pid, uid, openable }}>{nameOf({ uid, name })}</PersonLink>
        </Item>
      ))}
    </ListCard>
  );
}

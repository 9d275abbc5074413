import { useTranslation } from 'react-i18next';
import { PageLink } from '../../ui/links.tsx';
import { Item, ListCard } from '../../ui/cards/list-card.tsx';

/** What owners still have to do, in order. */
export function AfterEvent({ pid }: { pid: string }) {
  const { t } = useTranslation();
  return (
    <ListCard id="after-event" title={t('homes.after.title')}>
      <Item>
        <PageLink to="/projects/$pid/manage/hours" params={{ pid }}>
          {t('homes.after.hours')}
        </PageLink>
      </Item>
      <Item>
        <PageLink to="/projects/$pid/manage/messages/new" params={{ pid }} search={{ thanks: true }}>
          {t('homes.after.thank')}
        </PageLink>
      </Item>
      <Item>
        <PageLink to="/projects/$pid/manage" params={{ pid }} hash="next-year">
          {t('homes.after.next')}
        </PageLink>
      </Item>
      <Item>
        <PageLink to="/projects/$pid/manage/settings" params={{ pid }} hash="state">
          {t('homes.after.archive')}
        </PageLink>
      </Item>
    </ListCard>
  );
}

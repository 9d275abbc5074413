import { useTranslation } from 'react-i18next';
import { PageLink } from '../../ui/links.tsx';
import { Item } from '../../ui/cards/list-card.tsx';

/** How much work without a task waits to be approved. */
export function WorkToApprove({ pid, count }: { pid: string; count: number }) {
  const { t } = useTranslation();
  return (
    <Item>
      <PageLink to="/projects/$pid/manage/work" params={{ pid }}>
        {t('homes.owner.work', { number: count })}
      </PageLink>
    </Item>
  );
}

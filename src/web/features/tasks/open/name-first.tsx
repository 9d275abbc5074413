import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../../../ui/links.tsx';
import { meQuery } from '../../people/queries.ts';

/** For people who have no name yet: others would not know who is coming. */
export function NameFirst() {
  const { t } = useTranslation();
  const me = useQuery(meQuery).data;
  if (me == null || me.name !== '') return null;
  return (
    <p className="muster-notice">
      {t('awaited.nameless')} <PageLink to="/me/profile">{t('awaited.enterName')}</PageLink>
    </p>
  );
}

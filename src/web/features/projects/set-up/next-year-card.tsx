import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../ui/links.tsx';
import { TitledCard } from '../../../ui/cards/titled-card.tsx';
import { useMe } from '../../people/queries.ts';

/** How the next event begins. Only administrators create projects. */
export function NextYearCard({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const creates = useMe()?.roles.includes('administrator') === true;
  return (
    <TitledCard id="next-year" title={t('manage.nextYear.title')} lead={t('manage.nextYear.text')}>
      {creates ? (
        <ButtonLink to="/projects/new" search={{ from: pid }} variant="default">
          {t('manage.nextYear.copy')}
        </ButtonLink>
      ) : (
        <Text>{t('manage.nextYear.ask')}</Text>
      )}
    </TitledCard>
  );
}

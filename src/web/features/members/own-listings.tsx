import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { useMe } from '../people/queries.ts';
import { ListingSwitch } from './listing-switch.tsx';
import { ownListingsQuery } from './queries.ts';

/** In the profile: for each project with a public listing, whether it shows the person. */
export function OwnListings() {
  const { t } = useTranslation();
  const mayChoose = useMe()?.listing !== 'hidden';
  const listings = useQuery({ ...ownListingsQuery, enabled: mayChoose }).data ?? [];
  const own = listings.filter(({ listing }) => listing !== 'nobody');
  if (!mayChoose || own.length === 0) return null;
  return (
    <TitledCard id="own-listings" title={t('listing.perProject')} lead={t('listing.perProjectLead')}>
      <Stack gap="sm" mt="md">
        {own.map((one) => (
          <ListingSwitch
            key={one.pid}
            own={one}
            label={one.project}
            description={one.shown ? t('listing.questionShown') : t('listing.questionNotShown')}
          />
        ))}
      </Stack>
    </TitledCard>
  );
}

import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { useMe } from '../people/queries.ts';
import { ListingSwitch } from './listing-switch.tsx';
import { ownListingQuery } from './queries.ts';

/** How the person will appear in the public listing, with a switch that changes it on the spot. */
export function ListingChoice({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const me = useMe();
  const own = useQuery(ownListingQuery(pid)).data;
  if (own === undefined) return null;
  const { project, listing, shown } = own;
  if (listing === 'nobody') return <Text size="sm">{t('listing.none', { project })}</Text>;
  if (me?.listing === 'hidden') {
    return (
      <Text size="sm">
        <Trans
          i18nKey="listing.hiddenByProfile"
          components={{ profile: <Anchor component={Link} to="/me/profile" /> }}
        />
      </Text>
    );
  }
  return (
    <ListingSwitch
      own={own}
      label={t('listing.choice')}
      description={shown ? t('listing.shownNow', { project }) : t('listing.notShownNow', { project })}
    />
  );
}

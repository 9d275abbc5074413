import { Anchor, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { useChange } from '../../ui/change.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { useMe } from '../people/queries.ts';
import { chooseListing, ownListingQuery } from './queries.ts';

/** How the person will appear in the public listing, with a switch that changes it on the spot. */
export function ListingChoice({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const me = useMe();
  const own = useQuery(ownListingQuery(pid)).data;
  const isInTeam = me?.projects.some((one) => one.pid === pid && one.teams.length > 0) ?? false;
  const choose = useChange(chooseListing(pid), {
    message: () => (isInTeam ? t('listing.saved') : t('manage.saved')),
  });
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
    <Stack gap={4}>
      <Switch
        label={t('listing.choice')}
        description={shown ? t('listing.shownNow', { project }) : t('listing.notShownNow', { project })}
        checked={choose.isPending ? choose.variables : shown}
        disabled={choose.isPending}
        onChange={({ currentTarget }) => choose.mutate(currentTarget.checked)}
      />
      {choose.isError ? <ProblemAlert error={choose.error} /> : null}
    </Stack>
  );
}

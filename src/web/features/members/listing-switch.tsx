import { Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OwnListing } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { useMe } from '../people/queries.ts';
import { chooseListing } from './queries.ts';

type ListingSwitchProps = { own: OwnListing; label: string; description: string };

/** Whether the person is in the public listing of the project. Saved with each change. */
export function ListingSwitch({ own: { pid, shown }, label, description }: ListingSwitchProps) {
  const { t } = useTranslation();
  const me = useMe();
  const isInTeam = me?.projects.some((one) => one.pid === pid && one.teams.length > 0) ?? false;
  const choose = useChange(chooseListing(pid), {
    message: () => (isInTeam ? t('listing.saved') : t('manage.saved')),
  });
  return (
    <Stack gap={4}>
      <Switch
        label={label}
        description={description}
        checked={choose.isPending ? choose.variables : shown}
        disabled={choose.isPending}
        onChange={({ currentTarget }) => choose.mutate(currentTarget.checked)}
      />
      {choose.isError ? <ProblemAlert error={choose.error} /> : null}
    </Stack>
  );
}

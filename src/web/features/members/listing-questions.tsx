import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Me, OwnListing } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { chooseListing, ownListingsQuery } from './queries.ts';

/** The listings about which somebody in a team has never decided; undefined until known. */
export function useListingQuestions(me: Me): readonly OwnListing[] | undefined {
  const mayAsk = me.listing !== 'hidden' && me.projects.some(({ teams }) => teams.length > 0);
  const listings = useQuery({ ...ownListingsQuery, enabled: mayAsk }).data;
  return mayAsk ? listings?.filter(({ listing, listed }) => listed === null && listing !== 'nobody') : [];
}

/** On the home page: asks people who are in a team and have never said whether they want to be listed. */
export function ListingQuestions({ me }: { me: Me }) {
  const open = useListingQuestions(me) ?? [];
  return open.map((own) => <ListingQuestion key={own.pid} own={own} />);
}

function ListingQuestion({ own: { pid, project, shown } }: { own: OwnListing }) {
  const { t } = useTranslation();
  const choose = useChange(chooseListing(pid), { message: () => t('listing.saved') });
  return (
    <TitledCard
      id={`listing-${pid}`}
      title={t('listing.question', { project })}
      lead={shown ? t('listing.questionShown') : t('listing.questionNotShown')}
    >
      <Stack gap="sm">
        {choose.isError ? <ProblemAlert error={choose.error} /> : null}
        <Group gap="sm">
          {([true, false] as const).map((listed) => (
            <Button
              key={String(listed)}
              variant="default"
              aria-label={listed ? t('listing.yesIn', { project }) : t('listing.noIn', { project })}
              loading={choose.isPending && choose.variables === listed}
              onClick={() => choose.mutate(listed)}
            >
              {listed ? t('listing.yes') : t('listing.no')}
            </Button>
          ))}
        </Group>
      </Stack>
    </TitledCard>
  );
}

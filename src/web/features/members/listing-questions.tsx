import { earliestToday } from '../../../shared/rules.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me, OwnListing } from '../../../client/client.ts';
import { currentTime } from '../../../locales/format/dates.ts';
import { useChange } from '../../ui/change.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { chooseListing, ownListingsQuery } from './queries.ts';

export const mayAskAboutListing = ({ listing, projects }: Me): boolean =>
  listing !== 'hidden' && projects.some(({ teams }) => teams.length > 0);

/** The listings of coming events about which somebody in a team has never decided; undefined until known. */
export function useListingQuestions(me: Me): readonly OwnListing[] | undefined {
  const mayAsk = mayAskAboutListing(me);
  const listings = useQuery({ ...ownListingsQuery, enabled: mayAsk }).data;
  const [today] = useState(() => earliestToday(new Date(currentTime())));
  if (!mayAsk) return [];
  return listings?.filter(
    ({ listing, listed, ends_on: end }) => listed === null && listing !== 'nobody' && (end === null || end >= today),
  );
}

/** On the home page: asks people who are in a team and have never said whether they want to be listed. */
export function ListingQuestions({ me }: { me: Me }) {
  const { t } = useTranslation();
  const open = useListingQuestions(me) ?? [];
  if (open.length === 0) return null;
  return (
    <TitledCard id="listing-questions" title={t('listing.title')} lead={t('listing.question')}>
      <Stack gap="md" component="ul" className="muster-plain-list">
        {open.map((own) => (
          <ListingQuestion key={own.pid} own={own} />
        ))}
      </Stack>
    </TitledCard>
  );
}

/** Somebody who is listed keeps the name there or takes it off. */
const textOf = (listed: boolean, shown: boolean) => (shown ? (listed ? 'keep' : 'remove') : listed ? 'yes' : 'no');

function ListingQuestion({ own: { pid, project, shown } }: { own: OwnListing }) {
  const { t } = useTranslation();
  const choose = useChange(chooseListing(pid), { message: () => t('listing.saved') });
  return (
    <li>
      {choose.isError ? <ProblemAlert error={choose.error} /> : null}
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={600}>{project}</Text>
          <Text size="sm" c="dimmed">
            {shown ? t('listing.questionShown') : t('listing.questionNotShown')}
          </Text>
        </div>
        <Group gap="xs">
          {([true, false] as const).map((listed) => (
            <Button
              key={String(listed)}
              variant="default"
              size="sm"
              aria-label={t(`listing.${textOf(listed, shown)}In`, { project })}
              loading={choose.isPending && choose.variables === listed}
              onClick={() => choose.mutate(listed)}
            >
              {t(`listing.${textOf(listed, shown)}`)}
            </Button>
          ))}
        </Group>
      </Group>
    </li>
  );
}

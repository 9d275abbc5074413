import { Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SavedAtOnce } from '../../../ui/editing/saved-at-once.tsx';
import { TitledCard } from '../../../ui/cards/titled-card.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { useChange } from '../../../ui/change.ts';
import { useMe } from '../../people/queries.ts';
import type { Versioned } from '../../../api.ts';
import type { Series } from '../../../../client/client.ts';
import { seriesQuery, setFollowed } from './queries.ts';

/** Which year of the event came before. A copy knows it; for others an owner of both says so. */
export function YearBeforeCard({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const series = useQuery(seriesQuery(pid));
  return (
    <TitledCard id="year-before" title={t('years.before.title')} lead={t('years.before.lead')}>
      <Loaded query={series} embedded>
        {(found) => <Choice pid={pid} found={found} />}
      </Loaded>
    </TitledCard>
  );
}

function Choice({ pid, found: { body, etag } }: { pid: string; found: Versioned<Series> }) {
  const { t } = useTranslation();
  const owned = (useMe()?.projects ?? []).filter((project) => project.owner && project.pid !== pid);
  const change = useChange(setFollowed(pid, etag), { message: () => t('years.before.saved') });
  const current = body.years.find((year) => year.pid === body.follows);
  const isListed = current === undefined || owned.some((project) => project.pid === current.pid);
  const choices = [...owned, ...(isListed ? [] : [current])];
  return (
    <Stack gap="sm">
      {change.error === null ? null : <OrganiserProblem error={change.error} />}
      <Select
        aria-labelledby="year-before"
        data={[
          { value: '', label: t('years.before.none') },
          ...choices.map((project) => ({ value: project.pid, label: project.name })),
        ]}
        value={(change.isPending ? change.variables : body.follows) ?? ''}
        onChange={(value) => change.mutate(value === '' ? null : value)}
        disabled={change.isPending}
        allowDeselect={false}
        searchable
        nothingFoundMessage={t('years.before.nothing')}
        maw={{ xs: '24rem' }}
      />
      <SavedAtOnce />
    </Stack>
  );
}

import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { SavedAtOnce } from '../../ui/editing/saved-at-once.tsx';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { changeListing } from './queries.ts';

const settings = ['everyone', 'agreed', 'nobody'] as const;

/** Who is in the public listing of the project. Saved with each choice. */
export function ListingCard({ project }: { project: Project }) {
  const { t } = useTranslation();
  const change = useChange(changeListing(project.pid), { message: () => t('listing.saved') });
  return (
    <TitledCard id="listing" title={t('listing.title')} lead={t('listing.settingLead')}>
      <Stack gap="md">
        {change.isError ? <OrganiserProblem error={change.error} /> : null}
        <Radio.Group
          aria-labelledby="listing"
          value={change.isPending ? change.variables : project.listing}
          onChange={(value) => {
            const chosen = settings.find((one) => one === value);
            if (chosen !== undefined) change.mutate(chosen);
          }}
        >
          <Stack gap="sm">
            {settings.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`listing.settings.${value}`)}
                description={t(`listing.settings.${value}Hint`)}
                disabled={change.isPending}
              />
            ))}
          </Stack>
        </Radio.Group>
        <SavedAtOnce />
      </Stack>
    </TitledCard>
  );
}

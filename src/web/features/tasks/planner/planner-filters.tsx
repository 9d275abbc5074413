import { Badge, Button, Checkbox, NativeSelect, Popover, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CatalogueFilters } from '../catalogue-filters.tsx';
import type { PlannerSearch } from './search.ts';

export type PlannerFiltersProps = {
  pid: string;
  search: PlannerSearch;
  teams: readonly { tid: string; name: string }[];
  onChange: (part: PlannerSearch) => void;
};

const none = { tid: undefined, kind: undefined, place: undefined, q: undefined, gaps: undefined };

/** Which tasks the planner shows, behind a button with the number of filters in use. */
export function PlannerFilters({ pid, search, teams, onChange }: PlannerFiltersProps) {
  const { t } = useTranslation();
  const { tid, kind, place, q, gaps } = search;
  const used = [tid, kind, place, q, gaps].filter((value) => value !== undefined).length;
  return (
    <Popover position="bottom-start" width="18rem" shadow="md" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button variant="default" size="xs" rightSection={used === 0 ? undefined : <Badge size="sm">{used}</Badge>}>
          {t('planner.filters')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <TextInput
            type="search"
            label={t('planner.search')}
            value={q ?? ''}
            onChange={(event) => onChange({ q: event.currentTarget.value || undefined })}
          />
          <NativeSelect
            label={t('planner.team')}
            value={tid ?? ''}
            onChange={(event) => onChange({ tid: event.currentTarget.value || undefined })}
            data={[
              { value: '', label: t('project.tasks.allTeams') },
              ...teams.map((team) => ({ value: team.tid, label: team.name })),
            ]}
          />
          <CatalogueFilters pid={pid} kind={kind} place={place} onChange={onChange} />
          <Checkbox
            label={t('planner.gapsOnly')}
            checked={gaps ?? false}
            onChange={(event) => onChange({ gaps: event.currentTarget.checked || undefined })}
          />
          <Button variant="default" size="xs" disabled={used === 0} onClick={() => onChange(none)}>
            {t('project.tasks.clear')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

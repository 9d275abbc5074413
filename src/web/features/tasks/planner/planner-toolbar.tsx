import { ActionIcon, Group, SegmentedControl, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PlannerFilters } from './planner-filters.tsx';
import type { PlannerFiltersProps } from './planner-filters.tsx';
import { shiftedDay } from './scale.ts';
import { groupingOf, groupings } from './search.ts';

type PlannerToolbarProps = PlannerFiltersProps & { day: string; children: ReactNode };

/** What the planner shows: the days, what its rows are, and which tasks. One line on a laptop, so that the plan is near the top. */
export function PlannerToolbar({ day, search, onChange, children, ...rest }: PlannerToolbarProps) {
  const { t } = useTranslation();
  const step = search.days ?? 1;
  return (
    <Group component="section" gap="xs" mb="xs" aria-label={t('planner.shown')}>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="default"
          size="input-xs"
          aria-label={t('planner.previous')}
          onClick={() => onChange({ day: shiftedDay(day, -step) })}
        >
          <span aria-hidden>‹</span>
        </ActionIcon>
        <TextInput
          type="date"
          size="xs"
          aria-label={t('planner.day')}
          value={day}
          onChange={({ currentTarget: { value } }) => onChange({ day: value || undefined })}
        />
        <ActionIcon
          variant="default"
          size="input-xs"
          aria-label={t('planner.next')}
          onClick={() => onChange({ day: shiftedDay(day, step) })}
        >
          <span aria-hidden>›</span>
        </ActionIcon>
      </Group>
      <PlannerFilters {...{ search, onChange }} {...rest} />
      <SegmentedControl
        size="xs"
        aria-label={t('planner.zoom')}
        value={String(step)}
        onChange={(days) => onChange({ days: days === '3' ? 3 : undefined })}
        data={[
          { value: '1', label: t('planner.oneDay') },
          { value: '3', label: t('planner.threeDays') },
        ]}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('planner.rows')}
        value={search.by ?? 'team'}
        onChange={(by) => onChange({ by: groupingOf(by) })}
        data={groupings.map((by) => ({ value: by, label: t(`planner.by.${by}`) }))}
      />
      {children}
    </Group>
  );
}

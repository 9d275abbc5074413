import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type FilterBarProps = {
  filtered: boolean;
  /** Removes all filters. */
  onClear: () => void;
  children: ReactNode;
};

/** The filters of a list. Phones show them when they are asked for, so that the list begins on the first screen. */
export function FilterBar({ filtered, onClear, children }: FilterBarProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(filtered);
  return (
    <>
      <Button
        hiddenFrom="sm"
        variant="default"
        mb="md"
        className="muster-no-print"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('project.tasks.filters')}
      </Button>
      <Group
        component="section"
        className="muster-no-print muster-filters"
        data-folded={!isOpen || undefined}
        gap="md"
        mb="md"
        align="flex-end"
        aria-label={t('project.tasks.filters')}
      >
        {children}
        {filtered ? (
          <Button variant="subtle" onClick={onClear}>
            {t('project.tasks.clear')}
          </Button>
        ) : null}
      </Group>
    </>
  );
}

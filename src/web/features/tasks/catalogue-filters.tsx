import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { kindsQuery, placesQuery } from './signup/queries.ts';

type CatalogueChoice = { kind?: string | undefined; place?: string | undefined };
type CatalogueFiltersProps = { pid: string; onChange: (part: CatalogueChoice) => void } & CatalogueChoice;

/** Only tasks of one kind or at one place; nothing if the project has neither. */
export function CatalogueFilters({ pid, kind, place, onChange }: CatalogueFiltersProps) {
  const { t } = useTranslation();
  const kinds = useQuery(kindsQuery(pid)).data ?? [];
  const places = useQuery(placesQuery(pid)).data ?? [];
  return (
    <>
      <EntrySelect
        label={t('catalogue.kind')}
        all={t('catalogue.allKinds')}
        entries={kinds}
        value={kind}
        onChange={(id) => onChange({ kind: id })}
      />
      <EntrySelect
        label={t('catalogue.place')}
        all={t('catalogue.allPlaces')}
        entries={places}
        value={place}
        onChange={(id) => onChange({ place: id })}
      />
    </>
  );
}

type EntrySelectProps = {
  label: string;
  all: string;
  entries: readonly { id: string; name: string }[];
  value: string | undefined;
  onChange: (id: string | undefined) => void;
};

function EntrySelect({ label, all, entries, value, onChange }: EntrySelectProps) {
  if (entries.length === 0) return null;
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[{ value: '', label: all }, ...entries.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  );
}

import { Select, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { kindsQuery, placesQuery } from '../signup/queries.ts';

type CatalogueSelectsProps = {
  pid: string;
  /** Empty: none. */
  kind: string;
  place: string;
  /** Of fields that are empty. Without it, they say that there is none. */
  placeholder?: string;
  onChange: (change: { kind?: string; place?: string }) => void;
};

/** Kind and place of tasks, if the project has any. */
export function CatalogueSelects({ pid, kind, place, placeholder, onChange }: CatalogueSelectsProps) {
  const { t } = useTranslation();
  const kinds = useQuery(kindsQuery(pid)).data ?? [];
  const places = useQuery(placesQuery(pid)).data ?? [];
  if (kinds.length + places.length === 0) return null;
  const options = (list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {kinds.length === 0 ? null : (
        <Select
          label={t('signup.kind')}
          description={t('signup.kindHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={placeholder ?? t('signup.noKind')}
          data={options(kinds)}
          value={kind === '' ? null : kind}
          onChange={(id) => onChange({ kind: id ?? '' })}
          clearable
        />
      )}
      {places.length === 0 ? null : (
        <Select
          label={t('signup.place')}
          placeholder={placeholder ?? t('signup.noPlace')}
          data={options(places)}
          value={place === '' ? null : place}
          onChange={(id) => onChange({ place: id ?? '' })}
          clearable
        />
      )}
    </SimpleGrid>
  );
}

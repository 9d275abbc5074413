import { MultiSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Editing } from '../../ui/editing/editing.ts';
import { teamsQuery } from '../teams/queries.ts';
import { asksByTeam, audiences } from './form-values.ts';
import type { FormValues } from './form-values.ts';

/** Whom the form asks: a role, and for roles in teams also which teams. */
export function AudienceEditor({ pid, editing: { form } }: { pid: string; editing: Editing<FormValues> }) {
  const { t } = useTranslation();
  const teams = useQuery(teamsQuery(pid)).data;
  return (
    <>
      <Select
        {...form.getInputProps('audience')}
        label={t('manage.forms.audience')}
        data={audiences.map((value) => ({ value, label: t(`manage.forms.audiences.${value}`) }))}
        allowDeselect={false}
        maw={{ xs: '20rem' }}
      />
      {asksByTeam(form.values.audience) ? (
        <MultiSelect
          {...form.getInputProps('tids')}
          // Until the names are loaded, the field would show identifiers.
          {...(teams === undefined && { value: [] })}
          label={t('manage.forms.tids')}
          description={t('manage.forms.tidsHint')}
          data={(teams ?? []).map(({ tid, name }) => ({ value: tid, label: name }))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('manage.forms.tidsClear') }}
          maw={{ xs: '30rem' }}
        />
      ) : null}
    </>
  );
}

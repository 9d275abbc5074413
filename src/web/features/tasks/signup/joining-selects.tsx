import { Select, TextInput } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { joinings, visibilities } from '../planning/task-values.ts';

type Field = 'visibility' | 'joining' | 'opens';
type JoiningSelectsProps = { inputProps: (field: Field) => ReturnType<ReturnType<typeof useForm>['getInputProps']> };

/** Who sees tasks, how people join them, and from when on; for one task and for a series. */
export function JoiningSelects({ inputProps }: JoiningSelectsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        {...inputProps('visibility')}
        label={t('signup.visibility')}
        data={visibilities.map((value) => ({ value, label: t(`signup.visibilityOf.${value}`) }))}
        allowDeselect={false}
      />
      <Select
        {...inputProps('joining')}
        label={t('signup.joining')}
        data={joinings.map((value) => ({ value, label: t(`signup.joiningOf.${value}`) }))}
        allowDeselect={false}
      />
      <TextInput
        {...inputProps('opens')}
        type="datetime-local"
        label={t('signup.opensAt')}
        description={t('signup.opensHint')}
      />
    </>
  );
}

import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Editing } from '../../ui/editing/editing.ts';
import { passedKinds } from '../forms/form-values.ts';
import type { FormValues } from '../forms/form-values.ts';

/** Which private data of those who answer the owners get to see, and until when. */
export function PassingEditor({ editing: { form } }: { editing: Editing<FormValues> }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Checkbox.Group
        {...form.getInputProps('passes_on')}
        label={t('passing.edit.title')}
        description={t('passing.edit.hint')}
      >
        <Stack gap="xs" mt="xs">
          {passedKinds.map((kind) => (
            <Checkbox
              key={kind}
              value={kind}
              label={t(`passing.edit.kinds.${kind}`)}
              description={t(`passing.edit.whys.${kind}`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {form.values.passes_on.length === 0 ? null : (
        <TextInput
          {...form.getInputProps('passes_until')}
          type="date"
          label={t('passing.edit.until')}
          description={t('passing.edit.untilHint')}
          maw={{ xs: '20rem' }}
        />
      )}
    </Stack>
  );
}

import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Editing } from '../../../ui/editing/editing.ts';
import { disclosedKinds } from './agreement.ts';
import type { FormValues } from '../form-values.ts';

/** Which private data of the people who answer is disclosed to owners, and until when. */
export function DisclosureEditor({ editing: { form } }: { editing: Editing<FormValues> }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Checkbox.Group
        {...form.getInputProps('passes_on')}
        label={t('disclosure.edit.title')}
        description={t('disclosure.edit.hint')}
      >
        <Stack gap="xs" mt="xs">
          {disclosedKinds.map((kind) => (
            <Checkbox
              key={kind}
              value={kind}
              label={t(`disclosure.edit.kinds.${kind}`)}
              description={t(`disclosure.edit.whys.${kind}`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {form.values.passes_on.length === 0 ? null : (
        <TextInput
          {...form.getInputProps('passes_until')}
          type="date"
          label={t('disclosure.edit.until')}
          description={t('disclosure.edit.untilHint')}
          maw={{ xs: '20rem' }}
        />
      )}
    </Stack>
  );
}

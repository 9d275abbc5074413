import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Asks somebody without a name for the one that their team will see. */
export function OwnNameField(props: TextInputProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      {...props}
      label={t('person.profile.name')}
      description={t('person.profile.nameHint')}
      name="name"
      maxLength={100}
      autoComplete="name"
      required
      className="muster-field"
    />
  );
}

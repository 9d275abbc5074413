import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call, read } from '../../api.ts';
import { ifMatch } from '../../ui/editing/editing.ts';

/** Somebody who has just come is asked for the name by which the team will know them. */
export function OwnName(props: TextInputProps) {
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
      maw="24rem"
    />
  );
}

export async function saveName(name: string): Promise<void> {
  const { body, etag } = await read('get_profile', {});
  await call('put_profile', { body: { ...body, name }, ...ifMatch(etag) });
}

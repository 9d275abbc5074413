import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';

type SecretPanelProps = { secret: string; onDone: () => void };

export function SecretPanel({ secret, onDone }: SecretPanelProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Text>{t('webhooks.secretText')}</Text>
      <TextInput
        label={t('webhooks.secret')}
        value={secret}
        readOnly
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        rightSection={<CopyButton value={secret} what={t('webhooks.secret')} />}
        rightSectionWidth={44}
      />
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('webhooks.secretDone')}</Button>
      </Group>
    </Stack>
  );
}

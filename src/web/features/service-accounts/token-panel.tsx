import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDateTimeAt } from '../../../locales/format/dates.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useShownZone } from '../projects/event/event-zone.tsx';

type TokenPanelProps = { token: string; oldUntil?: string | undefined; onDone: () => void };

export function TokenPanel({ token, oldUntil, onDone }: TokenPanelProps) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  return (
    <Stack gap="md">
      <Text>{t('accounts.tokenText')}</Text>
      <TextInput
        label={t('accounts.token')}
        value={token}
        readOnly
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        rightSection={<CopyButton value={token} what={t('accounts.token')} />}
        rightSectionWidth={44}
      />
      {oldUntil === undefined ? null : (
        <Text size="sm" c="dimmed">
          {t('accounts.oldTokenUntil', { time: formatDateTimeAt(oldUntil, i18n.language, zone) })}
        </Text>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('accounts.done')}</Button>
      </Group>
    </Stack>
  );
}

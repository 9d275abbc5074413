import { Anchor, Badge, Group, Progress, SimpleGrid, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatTimeLeft, useTimeLeft } from './countdown.ts';
import styles from './credentials-card.module.css';
import { curlLine } from './curl.ts';
import type { TimedCredentials } from './queries.ts';

type CredentialsCardProps = {
  credentials: TimedCredentials;
  name: string;
  readOnly: boolean;
  onExpired: () => void;
};

export function CredentialsCard({ credentials, name, readOnly, onExpired }: CredentialsCardProps) {
  const { t } = useTranslation();
  const { username, password, validForMs, deadlineMs } = credentials;
  const leftMs = useTimeLeft(deadlineMs);
  const expire = useEffectEvent(onExpired);
  useEffect(() => {
    if (leftMs === 0) expire();
  }, [leftMs]);
  const command = curlLine({ origin: window.location.origin, username, password, name, readOnly });

  return (
    <Stack gap="md" component="section" aria-labelledby="credentials-once">
      <Group justify="space-between" gap="xs">
        <Text fw={600} id="credentials-once">
          {t('access.shownOnce')}
        </Text>
        <Badge variant="light" size="lg" tt="none" role="timer" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {t('access.left', { time: formatTimeLeft(leftMs) })}
        </Badge>
        <VisuallyHidden component="output">
          {t('access.minutesLeft', { count: Math.ceil(leftMs / 60_000) })}
        </VisuallyHidden>
      </Group>
      <Progress value={(leftMs / validForMs) * 100} size="xs" aria-hidden />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <SecretField label={t('access.username')} value={username} />
        <SecretField label={t('access.password')} value={password} />
      </SimpleGrid>
      <Stack gap={6}>
        <Group justify="space-between">
          <Text size="sm" fw={500}>
            {t('access.curl')}
          </Text>
          <CopyButton value={command} what={t('access.curlWhat')} />
        </Group>
        <code className={styles.command}>{command}</code>
      </Stack>
      <Text size="sm" c="dimmed">
        <Trans
          i18nKey="access.orDocs"
          components={{ docs: <Anchor href="/api/docs" target="_blank" rel="noopener" inherit underline="always" /> }}
        />
      </Text>
    </Stack>
  );
}

function SecretField({ label, value }: { label: string; value: string }) {
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      autoComplete="off"
      spellCheck={false}
      onFocus={(event) => event.currentTarget.select()}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      rightSection={<CopyButton value={value} what={label} />}
      rightSectionWidth={44}
    />
  );
}

import { Button, Code, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatDate } from '../../../locales/format/dates.ts';
import { Loaded } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { createRecoveryCodes, recoveryCodesQuery } from './queries.ts';

/** Codes that stand in for a lost passkey. They are shown once, right after they were made. */
export function RecoveryCodeCard() {
  const { t, i18n } = useTranslation();
  const state = useQuery(recoveryCodesQuery);
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const creating = useChange(createRecoveryCodes, {
    message: () => t('security.recovery.made'),
    onDone: (_, made) => setCodes(made.codes),
  });
  const create = () => {
    setAsking(false);
    creating.mutate();
  };
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="recovery-codes">
      <Stack gap="md" align="flex-start">
        <div>
          <Title order={2} size="h4" id="recovery-codes" mb={4}>
            {t('security.recovery.title')}
          </Title>
          <Text c="dimmed">{t('security.recovery.text')}</Text>
        </div>
        <Loaded query={state} embedded>
          {({ remaining, created_at }) => (
            <Text>
              {created_at === null
                ? t('security.recovery.none')
                : t('security.recovery.left', { count: remaining, date: formatDate(created_at, i18n.language) })}
            </Text>
          )}
        </Loaded>
        {codes.length === 0 ? null : <NewCodes codes={codes} />}
        {creating.isError ? <ProblemAlert error={creating.error} /> : null}
        <Button
          variant="default"
          loading={creating.isPending}
          onClick={() => (state.data?.created_at == null ? create() : setAsking(true))}
        >
          {state.data?.created_at == null ? t('security.recovery.create') : t('security.recovery.createNew')}
        </Button>
      </Stack>
      <ConfirmDialog
        opened={asking}
        title={t('security.recovery.replaceTitle')}
        text={t('security.recovery.replaceText')}
        confirm={t('security.recovery.replace')}
        pending={creating.isPending}
        onConfirm={create}
        onClose={() => setAsking(false)}
      />
    </Paper>
  );
}

function NewCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <Text fw={550}>{t('security.recovery.keep')}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" component="ul" className="muster-plain-list">
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group>
        <CopyButton value={codes.join('\n')} what={t('security.recovery.title')} />
      </Group>
    </Stack>
  );
}

import { Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Import } from '../../../client/client.ts';
import { formatDateTime } from '../../../locales/format/dates.ts';
import { invalidate, useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { affectedByImport, importsQuery, undoImport } from './queries.ts';

type RecentImportsProps = { pid: string; shown: (one: Import) => boolean };

/** The imports of the last 7 days: how far they are, what they did, and a button that undoes each. */
export function RecentImports({ pid, shown }: RecentImportsProps) {
  const { t } = useTranslation();
  const imports = (useQuery(importsQuery(pid)).data ?? []).filter(shown);
  useWhenDone(pid, imports.filter(({ state }) => state === 'running').length);
  if (imports.length === 0) return null;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="recent-imports">
      <Title order={2} size="h4" id="recent-imports" mb="sm">
        {t('imports.recent')}
      </Title>
      <Stack gap="md" component="ul" className="muster-plain-list">
        {imports.map((one) => (
          <ImportEntry key={one.id} pid={pid} entry={one} />
        ))}
      </Stack>
    </Paper>
  );
}

/** What an import changed is loaded again once it has ended. */
function useWhenDone(pid: string, running: number): void {
  const queryClient = useQueryClient();
  const before = useRef(running);
  useEffect(() => {
    if (running < before.current) void invalidate(queryClient, affectedByImport(pid));
    before.current = running;
  }, [queryClient, pid, running]);
}

function ImportEntry({ pid, entry }: { pid: string; entry: Import }) {
  const { t, i18n } = useTranslation();
  const { kind, state, total, done, imported, created_by: name } = entry;
  const [confirming, setConfirming] = useState(false);
  const undo = useChange(undoImport(pid), {
    message: () => t('imports.undone'),
    onDone: () => setConfirming(false),
  });
  const when = formatDateTime(entry.created_at, i18n.language);
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <div>
          <Text>{t(`imports.result.${kind}`, { count: imported })}</Text>
          <Text size="sm" c="dimmed">
            {t('imports.by', { when, name: name ?? t('imports.somebody') })}{' '}
            {state === 'stopped' || state === 'undone' ? t(`imports.states.${state}`) : null}
          </Text>
        </div>
        {state === 'undone' ? null : (
          <Button
            size="xs"
            variant="default"
            aria-label={t('imports.undoOf', { when })}
            onClick={() => setConfirming(true)}
          >
            {t(state === 'running' ? 'imports.stop' : 'imports.undo')}
          </Button>
        )}
      </Group>
      {state === 'running' ? (
        <Group gap="sm" wrap="nowrap" mt="xs">
          <Progress
            flex={1}
            value={total === 0 ? 0 : (done / total) * 100}
            aria-label={t('imports.running')}
            aria-valuetext={t('ui.work.progress', { done, all: total })}
            animated
            striped
          />
          <Text component="output" size="sm" flex="none">
            {t('ui.work.progress', { done, all: total })}
          </Text>
        </Group>
      ) : null}
      <ConfirmDialog
        opened={confirming}
        title={t('imports.undoTitle')}
        text={t(`imports.undoText.${kind}`)}
        confirm={t('imports.undo')}
        change={undo}
        onConfirm={() => undo.mutate(entry)}
        onClose={() => setConfirming(false)}
      />
    </li>
  );
}

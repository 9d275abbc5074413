import { Badge, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatDate, formatDateTime } from '../../../locales/format/dates.ts';
import { focusFirstError } from '../../ui/editing/field-errors.ts';
import { Loaded } from '../../ui/page-state.tsx';
import { PasskeyProblem } from './passkey-problem.tsx';
import { supportsPasskeys } from './passkey.ts';
import { addPasskey, ownSignInQuery, passkeysQuery, removePasskey } from './queries.ts';

export function PasskeyList() {
  const { t } = useTranslation();
  const list = useQuery(passkeysQuery);
  const own = useQuery(ownSignInQuery).data;
  const [confirming, setConfirming] = useState<Passkey | null>(null);
  const removing = useChange(removePasskey, {
    message: ({ name }) => t('security.removed', { name }),
    onDone: () => setConfirming(null),
  });
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="passkeys">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4" id="passkeys" mb={4}>
            {t('security.passkeys')}
          </Title>
          <Text c="dimmed">{t('security.passkeysText')}</Text>
        </div>
        <Loaded query={list} embedded>
          {({ data }) => <Rows passkeys={data} onRemove={setConfirming} />}
        </Loaded>
        {supportsPasskeys() ? <NewPasskey /> : <Text c="dimmed">{t('security.unsupported')}</Text>}
      </Stack>
      <ConfirmDialog
        opened={confirming !== null}
        title={t('security.removeTitle')}
        text={
          own?.passkey_required === true && own.passkeys === 1
            ? t('security.removeLastText', { name: confirming?.name ?? '' })
            : t('security.removeText', { name: confirming?.name ?? '' })
        }
        confirm={t('security.remove')}
        change={removing}
        onConfirm={() => (confirming === null ? undefined : removing.mutate(confirming))}
        onClose={() => setConfirming(null)}
      />
    </Paper>
  );
}

function Rows({ passkeys, onRemove }: { passkeys: readonly Passkey[]; onRemove: (passkey: Passkey) => void }) {
  const { t, i18n } = useTranslation();
  if (passkeys.length === 0) return <Text>{t('security.none')}</Text>;
  const used = (at: string | null) =>
    at === null ? t('security.neverUsed') : t('security.lastUsed', { date: formatDateTime(at, i18n.language) });
  return (
    <Stack gap={0} component="ul" className="muster-plain-list">
      {passkeys.map((passkey) => (
        <Group key={passkey.id} component="li" className="muster-row" justify="space-between" wrap="nowrap">
          <div>
            <Group gap="xs">
              <Text fw={550}>{passkey.name}</Text>
              {passkey.blocked_until === null ? null : (
                <Badge color="red" variant="outline" tt="none">
                  {t('security.blocked', { date: formatDateTime(passkey.blocked_until, i18n.language) })}
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed">
              {`${t('security.added', { date: formatDate(passkey.created_at, i18n.language) })} · ${used(passkey.last_used_at)}`}
            </Text>
          </div>
          <Button
            size="xs"
            variant="default"
            flex="none"
            onClick={() => onRemove(passkey)}
            aria-label={t('security.removeWhat', { name: passkey.name })}
          >
            {t('security.remove')}
          </Button>
        </Group>
      ))}
    </Stack>
  );
}

function NewPasskey() {
  const { t } = useTranslation();
  const formId = useId();
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (value) => (value.trim() === '' ? t('security.nameMissing') : null) },
  });
  const adding = useChange(addPasskey, {
    message: (name) => t('security.isAdded', { name }),
    onDone: () => form.reset(),
  });
  return (
    <form
      noValidate
      id={formId}
      onSubmit={form.onSubmit(
        ({ name }) => adding.mutate(name.trim()),
        () => focusFirstError(formId),
      )}
    >
      <Stack gap="sm" align="flex-start">
        <TextInput
          {...form.getInputProps('name')}
          label={t('security.name')}
          description={t('security.nameHint')}
          maxLength={100}
          autoComplete="off"
          w="100%"
          maw="24rem"
        />
        <PasskeyProblem error={adding.error} />
        <Button type="submit" loading={adding.isPending}>
          {t('security.add')}
        </Button>
      </Stack>
    </form>
  );
}

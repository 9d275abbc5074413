import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatedDevice, Device } from '../../../../client/client.ts';
import { formatDateTime } from '../../../../locales/format/dates.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { QrPicture } from '../qr-picture.tsx';
import { createDevice, devicesQuery, revokeDevice } from '../queries.ts';

/** The link of a new device is only in the state of this component, so that closing the dialog forgets it. */
export function DevicesCard({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const devices = useQuery(devicesQuery(pid));
  const [name, setName] = useState('');
  const [created, setCreated] = useState<CreatedDevice>();
  const [leaving, setLeaving] = useState<Device>();
  const create = useChange(createDevice(pid), {
    onDone: (_, device) => {
      setName('');
      setCreated(device);
    },
  });
  const close = () => setLeaving(undefined);
  const revoke = useChange(revokeDevice(pid), { message: () => t('desk.manage.revoked'), onDone: close });
  return (
    <TitledCard id="devices" title={t('desk.manage.devices')} lead={t('desk.manage.devicesLead')}>
      <Stack gap="md">
        <Loaded query={devices} embedded>
          {({ data }) =>
            data.length === 0 ? (
              <Text>{t('desk.manage.noDevices')}</Text>
            ) : (
              <Stack component="ul" className="muster-plain-list" gap="sm">
                {data.map((device) => (
                  <DeviceRow key={device.id} device={device} onRevoke={() => setLeaving(device)} />
                ))}
              </Stack>
            )
          }
        </Loaded>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') create.mutate({ name: name.trim() });
          }}
        >
          <Group align="flex-end">
            <TextInput
              label={t('desk.manage.name')}
              description={t('desk.manage.nameHint')}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              maxLength={100}
            />
            <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
              {t('desk.manage.add')}
            </Button>
          </Group>
        </form>
        {create.isError ? <OrganiserProblem error={create.error} /> : null}
      </Stack>
      <Dialog opened={created !== undefined} title={created?.name ?? ''} onClose={() => setCreated(undefined)}>
        {created === undefined ? null : <NewDevice device={created} onDone={() => setCreated(undefined)} />}
      </Dialog>
      <ConfirmDialog
        opened={leaving !== undefined}
        title={t('desk.manage.revokeTitle')}
        text={t('desk.manage.revokeText')}
        confirm={t('desk.manage.revoke')}
        pending={revoke.isPending}
        error={revoke.error}
        onConfirm={() => leaving && revoke.mutate(leaving)}
        onClose={() => {
          close();
          revoke.reset();
        }}
      />
    </TitledCard>
  );
}

function DeviceRow({ device, onRevoke }: { device: Device; onRevoke: () => void }) {
  const { t, i18n } = useTranslation();
  const { name, expires_at: until, last_seen_at: seen } = device;
  return (
    <Group component="li" justify="space-between">
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {t('desk.manage.until', { time: formatDateTime(until, i18n.language) })}
        </Text>
        <Text size="sm" c="dimmed">
          {seen === null
            ? t('desk.manage.unused')
            : t('desk.manage.seen', { time: formatDateTime(seen, i18n.language) })}
        </Text>
      </div>
      <Button size="xs" variant="default" aria-label={t('desk.manage.revokeWhat', { name })} onClick={onRevoke}>
        {t('desk.manage.revoke')}
      </Button>
    </Group>
  );
}

function NewDevice({ device, onDone }: { device: CreatedDevice; onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Text>{t('desk.manage.open')}</Text>
      <QrPicture svg={device.svg} label={t('desk.manage.link')} />
      <TextInput label={t('desk.manage.link')} value={device.link} readOnly />
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('desk.manage.close')}</Button>
      </Group>
    </Stack>
  );
}

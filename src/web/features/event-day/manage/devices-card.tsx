import { Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatedDevice, Device } from '../../../../client/client.ts';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { focusFirstError } from '../../../ui/editing/field-errors.ts';
import { Loaded } from '../../../ui/page-state.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { TitledCard } from '../../../ui/cards/titled-card.tsx';
import { teamsQuery } from '../../teams/queries.ts';
import { useTeamName } from '../../teams/team-names.ts';
import { QrPicture } from '../qr-picture.tsx';
import { createDevice, devicesQuery, revokeDevice } from '../queries.ts';
import { useShownZone } from '../../projects/event/event-zone.tsx';

/** Devices of the desk and screens differ in their texts only. */
function useTexts(purpose: Device['purpose']) {
  const { t } = useTranslation();
  return purpose === 'desk'
    ? {
        title: t('desk.manage.devices'),
        lead: t('desk.manage.devicesLead'),
        none: t('desk.manage.noDevices'),
        name: t('desk.manage.name'),
        nameHint: t('desk.manage.nameHint'),
        add: t('desk.manage.add'),
        open: t('desk.manage.open'),
        revokeTitle: t('desk.manage.revokeTitle'),
        revokeText: t('desk.manage.revokeText'),
        revoked: t('desk.manage.revoked'),
      }
    : {
        title: t('eventDay.screen.manageTitle'),
        lead: t('eventDay.screen.manageLead'),
        none: t('eventDay.screen.none'),
        name: t('eventDay.screen.name'),
        nameHint: t('eventDay.screen.nameHint'),
        add: t('eventDay.screen.add'),
        open: t('eventDay.screen.open'),
        revokeTitle: t('eventDay.screen.revokeTitle'),
        revokeText: t('eventDay.screen.revokeText'),
        revoked: t('eventDay.screen.revoked'),
      };
}

/** The link of a new device is only in the state of this component, so that closing the dialog forgets it. */
export function DevicesCard({ pid, purpose }: { pid: string; purpose: Device['purpose'] }) {
  const { t } = useTranslation();
  const texts = useTexts(purpose);
  const devices = useQuery(devicesQuery(pid));
  const allTeams = useQuery(teamsQuery(pid));
  const teams = allTeams.data ?? [];
  const teamName = useTeamName(pid);
  const formId = useId();
  const [name, setName] = useState('');
  const [isNameless, setNameless] = useState(false);
  const [tids, setTids] = useState<string[]>([]);
  const [created, setCreated] = useState<CreatedDevice>();
  const [leaving, setLeaving] = useState<Device>();
  const create = useChange(createDevice(pid), {
    onDone: (_, device) => {
      setName('');
      setTids([]);
      setCreated(device);
    },
  });
  const close = () => setLeaving(undefined);
  const revoke = useChange(revokeDevice(pid), { message: () => texts.revoked, onDone: close });
  return (
    <TitledCard id={`devices-${purpose}`} title={texts.title} lead={texts.lead}>
      <Stack gap="md">
        <Loaded query={devices} embedded>
          {({ data }) => {
            const own = data.filter((device) => device.purpose === purpose);
            if (own.length === 0) return <Text>{texts.none}</Text>;
            return (
              <Stack component="ul" className="muster-plain-list" gap="sm">
                {own.map((device) => (
                  <DeviceRow
                    key={device.id}
                    device={device}
                    teams={(device.tids ?? []).map(teamName)}
                    onRevoke={() => setLeaving(device)}
                  />
                ))}
              </Stack>
            );
          }}
        </Loaded>
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault();
            focusFirstError(formId, () => setNameless(name.trim() === ''));
            if (name.trim() !== '')
              create.mutate({ name: name.trim(), purpose, tids: tids.length === 0 ? null : tids });
          }}
        >
          <Group align="flex-end" className="muster-line-form">
            <TextInput
              label={texts.name}
              description={texts.nameHint}
              value={name}
              error={isNameless && name.trim() === '' ? t('hints.nameMissing') : undefined}
              onChange={(event) => setName(event.currentTarget.value)}
              maxLength={100}
            />
            <MultiSelect
              label={t('desk.manage.teams')}
              description={t('desk.manage.teamsHint')}
              value={tids}
              onChange={setTids}
              data={teams.map(({ tid, name: label }) => ({ value: tid, label }))}
              disabled={allTeams.data === undefined}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': t('desk.manage.teamsClear') }}
            />
            <Button type="submit" loading={create.isPending}>
              {texts.add}
            </Button>
          </Group>
        </form>
        {allTeams.data === undefined && allTeams.isError ? (
          <ProblemAlert error={allTeams.error} onRetry={() => void allTeams.refetch()} />
        ) : null}
        {create.isError ? <OrganiserProblem error={create.error} /> : null}
      </Stack>
      <Dialog opened={created !== undefined} title={created?.name ?? ''} onClose={() => setCreated(undefined)}>
        {created === undefined ? null : (
          <NewDevice device={created} text={texts.open} onDone={() => setCreated(undefined)} />
        )}
      </Dialog>
      <ConfirmDialog
        opened={leaving !== undefined}
        title={texts.revokeTitle}
        text={texts.revokeText}
        confirm={t('desk.manage.revoke')}
        change={revoke}
        onConfirm={() => leaving && revoke.mutate(leaving)}
        onClose={() => close()}
      />
    </TitledCard>
  );
}

type DeviceRowProps = { device: Device; teams: string[]; onRevoke: () => void };

function DeviceRow({ device, teams, onRevoke }: DeviceRowProps) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  const { name, expires_at: until, last_seen_at: seen } = device;
  return (
    <Group component="li" justify="space-between">
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed" hidden={teams.length === 0}>
          {formatList(teams, i18n.language)}
        </Text>
        <Text size="sm" c="dimmed">
          {t('desk.manage.until', { time: formatDateTimeAt(until, i18n.language, zone) })}
        </Text>
        {device.active ? null : (
          <Text size="sm" c="red">
            {t('desk.manage.notAllowed')}
          </Text>
        )}
        <Text size="sm" c="dimmed" hidden={device.purpose === 'screen'}>
          {seen === null
            ? t('desk.manage.unused')
            : t('desk.manage.seen', { time: formatDateTimeAt(seen, i18n.language, zone) })}
        </Text>
      </div>
      <Button size="xs" variant="default" aria-label={t('desk.manage.revokeWhat', { name })} onClick={onRevoke}>
        {t('desk.manage.revoke')}
      </Button>
    </Group>
  );
}

type NewDeviceProps = { device: CreatedDevice; text: string; onDone: () => void };

function NewDevice({ device, text, onDone }: NewDeviceProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Text>{text}</Text>
      <QrPicture svg={device.svg} label={t('desk.manage.link')} />
      <TextInput
        label={t('desk.manage.link')}
        value={device.link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        rightSection={<CopyButton value={device.link} what={t('desk.manage.link')} />}
        rightSectionWidth={44}
      />
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('desk.manage.close')}</Button>
      </Group>
    </Stack>
  );
}

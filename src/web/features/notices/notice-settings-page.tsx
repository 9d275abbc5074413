import { Checkbox, Fieldset, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { NoticeSettings } from '../../../client/client.ts';
import { useMe } from '../people/queries.ts';
import { RecordForm, Section } from '../profile/record-page.tsx';
import type { RecordFields } from '../profile/record-page.tsx';
import type { Editing } from '../../ui/editing/editing.ts';
import { PushCard } from '../push/push-card.tsx';
import { pushQuery } from '../push/queries.ts';
import { useMailMode, signInWaysQuery } from '../sign-in/queries.ts';
import { entryOf, isMailKind, mailKinds, pushKinds, settingsGroups } from '../../../shared/notice-kinds.ts';
import type { PushKind } from '../../../shared/notice-kinds.ts';
import { noticeSettingsRecord } from './queries.ts';
import { localTimeZone } from '../../../locales/format/dates.ts';
import type { Loading } from '../../loading.ts';
import { recordQuery } from '../profile/queries.ts';

const digests = ['daily', 'weekly', 'off'] as const;

/** `quiet` is `on` or `off`, so that the hours stay while they are turned off. */
type Values = {
  kinds: string[];
  push: string[];
  digest: NoticeSettings['digest'];
  quiet: boolean;
  from: string;
  to: string;
};

const toValues = ({ mail, push, digest, quiet_hours: hours }: NoticeSettings): Values => ({
  kinds: mailKinds.filter((kind) => mail[kind] !== false),
  push: pushKinds.filter((kind) => push[kind] === true),
  digest,
  quiet: hours !== null,
  from: hours?.from ?? '22:00',
  to: hours?.to ?? '07:00',
});

const toBody = ({ kinds, push, digest, quiet, from, to }: Values): NoticeSettings => ({
  mail: Object.fromEntries(mailKinds.map((kind) => [kind, kinds.includes(kind)])),
  push: Object.fromEntries(pushKinds.map((kind) => [kind, push.includes(kind)])),
  digest,
  quiet_hours: quiet ? { from, to } : null,
  timezone: localTimeZone(),
});

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
/** A time that was set with the API may be between two hours. */
const hoursWith = (value: string): string[] => [...new Set([...hours, value])].toSorted();

export const loadNoticeSettingsPage = ({ load }: Loading) =>
  Promise.all([load(signInWaysQuery), load(pushQuery), load(recordQuery(noticeSettingsRecord))]);

export function NoticeSettingsPage() {
  const { t } = useTranslation();
  const me = useMe();
  const organises =
    me?.roles.includes('administrator') === true ||
    me?.projects.some(({ owner, teams }) => owner || teams.some(({ role }) => role === 'chief')) === true;
  const isForMe = (kind: PushKind): boolean => organises || entryOf(kind).isForOrganisers !== true;
  const mode = useMailMode();
  const hasDevices = (useQuery(pushQuery).data?.data.length ?? 0) > 0;
  const fields: RecordFields<Values> = {
    kinds: { label: t('notices.settings.kinds') },
    push: { label: t('push.kinds') },
    digest: {
      label: t('notices.settings.digest.label'),
      show: (digest) => t(`notices.settings.digest.${digest}`),
    },
    quiet: { label: t('notices.settings.quiet.label') },
    from: { label: t('notices.settings.quiet.from') },
    to: { label: t('notices.settings.quiet.to'), wrong: t('notices.settings.quiet.same') },
  };
  const validate = ({ quiet, from, to }: Values): Record<string, string> =>
    quiet && from === to ? { to: t('notices.settings.quiet.same') } : {};
  return (
    <Section title={t('notices.settings.title')} lead={t('notices.settings.description', { context: mode })}>
      <PushCard />
      <RecordForm record={noticeSettingsRecord} place="tab" {...{ toValues, toBody, fields, validate }}>
        {(form) => (
          <>
            <Checkbox.Group {...form.getInputProps('kinds')} label={t('notices.settings.kinds')}>
              <KindBoxes isShown={(kind) => isMailKind(kind) && isForMe(kind)} />
            </Checkbox.Group>
            {hasDevices ? (
              <Checkbox.Group {...form.getInputProps('push')} label={t('push.kinds')}>
                <KindBoxes isShown={isForMe} />
              </Checkbox.Group>
            ) : null}
            <MailTimes form={form} />
          </>
        )}
      </RecordForm>
    </Section>
  );
}

/** When emails come: the summary and the quiet hours. */
function MailTimes({ form }: { form: Editing<Values>['form'] }) {
  const { t } = useTranslation();
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('notices.settings.security')}
      </Text>
      <Radio.Group
        {...form.getInputProps('digest')}
        label={t('notices.settings.digest.label')}
        description={t('notices.settings.digest.hint')}
      >
        <Group gap="lg" mt="sm">
          {digests.map((value) => (
            <Radio key={value} value={value} label={t(`notices.settings.digest.${value}`)} />
          ))}
        </Group>
      </Radio.Group>
      <Fieldset legend={t('notices.settings.quiet.label')}>
        <Stack gap="sm">
          <Checkbox
            {...form.getInputProps('quiet', { type: 'checkbox' })}
            label={t('notices.settings.quiet.on')}
            description={t('notices.settings.quiet.hint')}
          />
          <Group>
            {(['from', 'to'] as const).map((end) => (
              <NativeSelect
                key={end}
                {...form.getInputProps(end)}
                label={t(`notices.settings.quiet.${end}`)}
                data={hoursWith(form.getValues()[end])}
                disabled={!form.getValues().quiet}
              />
            ))}
          </Group>
        </Stack>
      </Fieldset>
    </>
  );
}

function KindBoxes({ isShown }: { isShown: (kind: PushKind) => boolean }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md" mt="sm">
      {settingsGroups
        .map((name) => ({ name, shown: pushKinds.filter((kind) => entryOf(kind).group === name && isShown(kind)) }))
        .map(({ name, shown }) =>
          shown.length === 0 ? null : (
            <Fieldset key={name} legend={t(`notices.settings.group.${name}`)}>
              <Stack gap="xs">
                {shown.map((kind) => (
                  <Checkbox key={kind} value={kind} label={t(`notices.settings.kind.${kind}`)} />
                ))}
              </Stack>
            </Fieldset>
          ),
        )}
    </Stack>
  );
}

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
import { entryOf, isMailKind, mailKinds, pushKinds } from '../../../shared/notice-kinds.ts';
import type { PushKind, settingsGroups } from '../../../shared/notice-kinds.ts';
import styles from './notice-settings-page.module.css';
import { noticeSettingsRecord } from './queries.ts';
import { localTimeZone } from '../../../locales/format/dates.ts';
import type { Loading } from '../../loading.ts';
import { recordQuery } from '../profile/queries.ts';

/** Fewer than the groups of the kinds, which also order the emails. */
const headings = ['shifts', 'teams', 'forms', 'money', 'messages', 'connections'] as const;
const headingOf: Record<(typeof settingsGroups)[number], (typeof headings)[number]> = {
  tasks: 'shifts',
  hours: 'shifts',
  teams: 'teams',
  applications: 'teams',
  invitations: 'teams',
  forms: 'forms',
  money: 'money',
  announcements: 'messages',
  messages: 'messages',
  connections: 'connections',
};

const isBelow = (heading: (typeof headings)[number], kind: PushKind): boolean => {
  const { group } = entryOf(kind);
  return group !== 'security' && headingOf[group] === heading;
};

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
            <Stack gap="sm">
              {headings.map((heading) => (
                <Kinds
                  key={heading}
                  heading={heading}
                  kinds={pushKinds.filter((kind) => isBelow(heading, kind) && isForMe(kind))}
                  form={form}
                  hasDevices={hasDevices}
                />
              ))}
            </Stack>
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

type KindsProps = {
  heading: (typeof headings)[number];
  kinds: readonly PushKind[];
  form: Editing<Values>['form'];
  hasDevices: boolean;
};

/** The kinds below one heading: one choice for all of them, and behind it one for each. */
function Kinds({ heading, kinds, form, hasDevices }: KindsProps) {
  const { t } = useTranslation();
  if (kinds.length === 0) return null;
  const byMail = { way: 'kinds' as const, offered: kinds.filter(isMailKind), label: t('notices.settings.kinds') };
  const byPush = { way: 'push' as const, offered: kinds, label: t('push.kinds') };
  const ways = (hasDevices ? [byMail, byPush] : [byMail]).filter(({ offered }) => offered.length > 0);
  return (
    <Fieldset legend={t(`notices.settings.group.${heading}`)}>
      <Stack gap="sm">
        {ways.map(({ way, offered }) => (
          <WholeGroup key={way} way={way} kinds={offered} form={form} />
        ))}
        <details className={styles.each}>
          <summary>{t('notices.settings.oneByOne')}</summary>
          <Stack gap="md" mt="sm">
            {ways.map(({ way, offered, label }) => (
              <Checkbox.Group key={way} {...form.getInputProps(way)} label={label}>
                <Stack gap="xs" mt="xs">
                  {offered.map((kind) => (
                    <Checkbox key={kind} value={kind} label={t(`notices.settings.kind.${kind}`)} />
                  ))}
                </Stack>
              </Checkbox.Group>
            ))}
          </Stack>
        </details>
      </Stack>
    </Fieldset>
  );
}

type WholeGroupProps = {
  way: 'kinds' | 'push';
  kinds: readonly PushKind[];
  form: Editing<Values>['form'];
};

function WholeGroup({ way, kinds, form }: WholeGroupProps) {
  const { t } = useTranslation();
  const chosen = form.values[way];
  const isChosen = (kind: PushKind): boolean => chosen.includes(kind);
  const values = { chosen: kinds.filter(isChosen).length, all: kinds.length };
  return (
    <Checkbox
      label={way === 'push' ? t('notices.settings.onDevices', values) : t('notices.settings.byEmail', values)}
      checked={values.chosen === values.all}
      indeterminate={values.chosen > 0 && values.chosen < values.all}
      onChange={({ currentTarget: { checked } }) =>
        form.setFieldValue(
          way,
          pushKinds.filter((kind) => (kinds.includes(kind) ? checked : isChosen(kind))),
        )
      }
    />
  );
}

import { Group, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Delivery, DeliveryChannel } from '../../../client/client.ts';
import { formatDateTimeAt } from '../../../locales/format/dates.ts';
import { AlertIcon, BellIcon, CheckIcon, DeviceIcon, MailIcon } from '../../ui/icons.tsx';

/** Without a mail server nobody gets an email, so it is no fault of the person's address. */
const isUnmailed = ({ email }: Delivery): boolean => email.reason === 'no_mail_server';

export const isUnreached = (delivery: Delivery | null | undefined): delivery is Delivery =>
  delivery?.state === 'unreached' && !isUnmailed(delivery);

function labelOf(delivery: Delivery) {
  const { state, email } = delivery;
  if (state === 'sent') return email.state === 'sent' ? 'emailed' : 'pushed';
  return state === 'unreached' && isUnmailed(delivery) ? 'unseen' : state;
}

const icons = {
  read: CheckIcon,
  emailed: MailIcon,
  pushed: DeviceIcon,
  waiting: BellIcon,
  unknown: AlertIcon,
  unreached: AlertIcon,
  unseen: BellIcon,
} as const;

export type DeliveryLabelProps = {
  delivery: Delivery;
  /** Says that it is about a notice, where none is shown beside it. */
  isNamed?: boolean;
};

/** One state for all ways in which somebody is notified. */
export function DeliveryLabel({ delivery, isNamed = false }: DeliveryLabelProps) {
  const { t } = useTranslation();
  const label = labelOf(delivery);
  const Icon = icons[label];
  return (
    <Group component="span" gap={4} wrap="nowrap" display="inline-flex" c={isUnreached(delivery) ? 'red' : 'dimmed'}>
      <Icon size={16} />
      <Text span size="sm" inherit={false}>
        {isNamed ? t(`delivery.named.${label}`) : t(`delivery.states.${label}`)}
      </Text>
    </Group>
  );
}

const known = [
  'suspended',
  'erased',
  'unsubscribed',
  'left',
  'not_allowed',
  'project_closed',
  'quiet_hours',
  'mailbox_full',
] as const;

/** A reason of ours in words; the answer of a mail server as it is. */
export function reasonText(t: TFunction, reason: string | null): string {
  if (reason === 'no_mail_server') return t('delivery.noMailServer');
  const ours = known.find((one) => one === reason);
  return ours === undefined ? (reason ?? '') : t(`messagePages.reasons.${ours}`);
}

/** Every way, with its time and why it failed. */
export function DeliveryDetails({ delivery, timezone }: { delivery: Delivery; timezone: string }) {
  const { t, i18n } = useTranslation();
  const { email, device, read_at: read } = delivery;
  const when = ({ at }: { at: string | null }) => (at === null ? '' : formatDateTimeAt(at, i18n.language, timezone));
  const withReason = (what: string, { state, reason }: DeliveryChannel) =>
    reason === null || state === 'sent' ? what : t('delivery.because', { what, reason: reasonText(t, reason) });
  const lines = [
    withReason(t(`delivery.email.${email.state}`, { when: when(email) }), email),
    ...(device.state === 'off' || device.state === 'unknown'
      ? []
      : [t(`delivery.device.${device.state}`, { when: when(device) })]),
    ...(read === null
      ? isUnmailed(delivery)
        ? []
        : [t('delivery.unread')]
      : [t('delivery.read', { when: when({ at: read }) })]),
  ];
  return (
    <Text size="sm" c="dimmed">
      {lines.join(' · ')}
    </Text>
  );
}

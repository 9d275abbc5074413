import { Anchor, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Claim } from '../../../client/client.ts';
import { formatDate, formatDay } from '../../../locales/format/dates.ts';
import { formatMoney } from '../../../locales/format/money.ts';
import styles from './money.module.css';
import { useShownZone } from '../projects/event/event-zone.tsx';

type ClaimLinesProps = {
  claim: Claim;
  /** The receipt that is shown beside the lines. */
  shown?: string | undefined;
  onShow?: (receipt: string) => void;
};

/** The lines of a claim with their sum. A line with a receipt shows it when it is chosen. */
export function ClaimLines({ claim, shown, onShow }: ClaimLinesProps) {
  const { t, i18n } = useTranslation();
  const money = (minor: number) => formatMoney(minor, claim.currency, i18n.language);
  return (
    <Table aria-label={t('money.lines')} verticalSpacing={6}>
      <Table.Tbody>
        {claim.lines.map(({ date, what, amount, file, duplicates }, index) => (
          // The lines of a claim on screen have no order of their own but this.
          // oxlint-disable-next-line react/no-array-index-key
          <Table.Tr key={index} {...(file !== null && file === shown && { bg: 'var(--mantine-color-default-hover)' })}>
            <Table.Td>
              {file === null || onShow === undefined ? (
                what
              ) : (
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  ta="start"
                  aria-pressed={file === shown}
                  onClick={() => onShow(file)}
                >
                  {what === '' ? t('money.receipt') : what}
                </Anchor>
              )}
              <Text size="xs" c="dimmed">
                {[
                  date === null ? undefined : formatDay(date, i18n.language),
                  file === null ? t('money.manage.noReceipt') : undefined,
                ]
                  .filter((text) => text !== undefined)
                  .join(' · ')}
              </Text>
              {duplicates.length === 0 ? null : (
                <Text size="xs" fw={600} title={t('money.duplicateHint')}>
                  {t('money.duplicate', { number: duplicates[0]?.number ?? '' })}
                </Text>
              )}
            </Table.Td>
            <Table.Td className={styles.amount}>{amount === null ? '–' : money(amount)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th>{t('money.sum')}</Table.Th>
          <Table.Th className={styles.amount}>{money(claim.claimed)}</Table.Th>
        </Table.Tr>
        {claim.amount === claim.claimed ? null : (
          <Table.Tr>
            <Table.Th>{t('money.toPay')}</Table.Th>
            <Table.Th className={styles.amount}>{money(claim.amount)}</Table.Th>
          </Table.Tr>
        )}
      </Table.Tfoot>
    </Table>
  );
}

/** What became of a claim, oldest first. */
export function ClaimSteps({ claim: { steps } }: { claim: Claim }) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  if (steps.length === 0) return null;
  return (
    <section aria-label={t('money.history')}>
      <Title order={2} size="h5" mb="xs">
        {t('money.history')}
      </Title>
      <ul className="muster-plain-list">
        {steps.map(({ at, by, step, note }) => (
          <li key={`${at}${step}`}>
            <Text size="sm">
              {formatDate(at, i18n.language, zone)} · {t(`money.steps.${step}`, { name: by ?? '–' })}
            </Text>
            {note === '' ? null : (
              <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
                {note}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

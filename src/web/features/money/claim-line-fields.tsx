import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Claim } from '../../../client/client.ts';
import { CloseIcon } from '../subsidies/close-icon.tsx';
import { fieldId } from './claim-draft.ts';
import type { Fault, Line, LineField } from './claim-draft.ts';
import styles from './money.module.css';
import { ReceiptView } from './receipt-view.tsx';

type LineFieldsProps = {
  pid: string;
  claim: Claim;
  line: Line;
  number: number;
  currency: string;
  today: string;
  /** What to correct, once somebody has tried to send the claim. */
  faults: readonly Fault[];
  onChange: (fields: Partial<Line>) => void;
  onRemove: () => void;
};

export function LineFields({ pid, claim, line, number, currency, today, faults, onChange, onRemove }: LineFieldsProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const file = claim.files.find(({ id }) => id === line.file);
  const errorOf = (field: LineField) => {
    const fault = faults.find((one) => one.key === line.key && one.field === field);
    return fault === undefined ? undefined : t(`money.own.faults.${fault.text}`);
  };
  return (
    <li>
      <TextInput
        id={fieldId(line.key, 'what')}
        className={styles.what}
        label={t('money.what')}
        placeholder={t('money.whatHint')}
        maxLength={200}
        value={line.what}
        error={errorOf('what')}
        onChange={(event) => onChange({ what: event.currentTarget.value })}
      />
      <TextInput
        id={fieldId(line.key, 'date')}
        type="date"
        label={t('money.date')}
        value={line.date}
        max={today}
        error={errorOf('date')}
        onChange={(event) => onChange({ date: event.currentTarget.value })}
      />
      <TextInput
        id={fieldId(line.key, 'amount')}
        label={t('money.amount')}
        inputMode="decimal"
        maxLength={40}
        value={line.amount}
        error={errorOf('amount')}
        rightSection={<Text size="xs">{currency}</Text>}
        rightSectionWidth={52}
        rightSectionPointerEvents="none"
        onChange={(event) => onChange({ amount: event.currentTarget.value })}
      />
      <ActionIcon
        className={styles.remove}
        variant="subtle"
        color="gray"
        c="inherit"
        size="lg"
        aria-label={t('money.own.removeLine', { number })}
        onClick={onRemove}
      >
        <CloseIcon />
      </ActionIcon>
      {file === undefined ? null : (
        <div className={styles.lineReceipt}>
          <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {t(isOpen ? 'money.own.hideReceipt' : 'money.own.showReceipt')}
          </Button>
          {isOpen ? <ReceiptView pid={pid} claim={claim.id} file={file} label={t('money.receipt')} /> : null}
        </div>
      )}
    </li>
  );
}

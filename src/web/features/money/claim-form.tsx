import { ActionIcon, Button, Checkbox, FileButton, Group, NativeSelect, Paper, Progress, Stack } from '@mantine/core';
import { Text, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Claim, ClaimChanges } from '../../../client/client.ts';
import { currentTime } from '../../../locales/format/dates.ts';
import { formatMoney, parseMoney, toMoneyInput } from '../../../locales/format/money.ts';
import { maxReceipts, receiptTypes } from '../../../shared/claims.ts';
import { useChange } from '../../ui/change.ts';
import { useDraft } from '../../ui/editing/drafts.ts';
import { ProblemAlert, problemText } from '../../ui/problems/problem.tsx';
import { CloseIcon } from '../subsidies/close-icon.tsx';
import styles from './money.module.css';
import { budgetsQuery, changeClaim, claimQuery, removeReceipt, sendClaim } from './queries.ts';
import { ReceiptView } from './receipt-view.tsx';
import { useUploads } from './uploads.ts';
import type { Upload } from './uploads.ts';

type Line = { key: string; date: string; what: string; amount: string; file: string | null };
type Values = { budget: string; currency: string; lines: readonly Line[]; note: string };

const valuesOf = ({ budget, currency, lines }: Claim): Values => ({
  budget: budget ?? '',
  currency,
  lines: lines.map(({ date, what, amount, file }, index) => ({
    key: `line-${index}`,
    date,
    what,
    amount: toMoneyInput(amount, currency),
    file,
  })),
  note: '',
});

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && 'lines' in value && Array.isArray(value.lines);

/** Undefined as long as something is missing or cannot be read. */
function changesOf({ budget, currency, lines }: Values, isTravel: boolean): ClaimChanges | undefined {
  const ready = lines.map(({ date, what, amount, file }) => ({
    date,
    what: what.trim(),
    amount: parseMoney(amount, currency) ?? 0,
    file,
  }));
  if (ready.some(({ date, what, amount }) => date === '' || what === '' || amount === 0)) return undefined;
  return { ...(isTravel ? {} : { budget: budget === '' ? null : budget, currency }), lines: ready };
}

/**
 * What was entered is kept in the browser until it is saved, and photos until they have arrived, so that a closed page loses
 * nothing.
 */
export function ClaimForm({ pid, claim }: { pid: string; claim: Claim }) {
  const { t, i18n } = useTranslation();
  const { id, state } = claim;
  const kept = useDraft<Values>(`claim:${id}`);
  const [values, setValues] = useState(isValues(kept.found?.values) ? kept.found.values : valuesOf(claim));
  const [isTried, setIsTried] = useState(false);
  const [share, setShare] = useState(true);
  const budgets = useQuery(budgetsQuery(pid)).data?.data ?? [];
  const change = (fields: (before: Values) => Partial<Values>) =>
    setValues((before) => {
      const next = { ...before, ...fields(before) };
      kept.keep({ values: next, base: undefined });
      return next;
    });
  const changeLine = (key: string, fields: Partial<Line>) =>
    change(({ lines }) => ({ lines: lines.map((line) => (line.key === key ? { ...line, ...fields } : line)) }));
  const today = currentTime().slice(0, 10);
  const addLine = (file: string | null) =>
    change(({ lines }) =>
      lines.some((line) => file !== null && line.file === file)
        ? {}
        : { lines: [...lines, { key: crypto.randomUUID(), date: today, what: '', amount: '', file }] },
    );
  const queryClient = useQueryClient();
  const uploads = useUploads(pid, id, (file) => {
    addLine(file.id);
    // The claim lists its receipts, which can be looked at from then on.
    void queryClient.invalidateQueries({ queryKey: claimQuery(pid, id).queryKey });
  });
  const changes = changesOf(values, claim.form !== null);
  const save = useChange(changeClaim(pid, id), { message: () => t('money.own.saved'), onDone: kept.drop });
  const send = useChange(sendClaim(pid, id), { message: () => t('money.own.sent'), onDone: kept.drop });
  const removeFile = useChange(removeReceipt(pid, id));
  const remove = ({ key, file }: Line) => {
    change(({ lines }) => ({ lines: lines.filter((line) => line.key !== key) }));
    if (file !== null) removeFile.mutate(file);
  };
  const withChanges = (run: (ready: ClaimChanges) => void) => {
    setIsTried(true);
    if (changes !== undefined) run(changes);
  };
  const sum = values.lines.reduce((total, { amount }) => total + (parseMoney(amount, values.currency) ?? 0), 0);
  const error = save.error ?? send.error ?? removeFile.error;
  return (
    <Paper className="muster-surface" p={{ base: 'md', xs: 'xl' }}>
      <Stack gap="lg">
        {claim.form === null ? (
          <BudgetChoice
            budgets={budgets}
            values={values}
            onChange={(fields) => change(() => fields)}
            isTried={isTried}
          />
        ) : null}
        <Group gap="sm">
          <FileButton
            multiple
            accept={receiptTypes.join(',')}
            onChange={(chosen) => void uploads.add(chosen)}
            disabled={claim.files.length + uploads.uploads.length >= maxReceipts}
          >
            {(props) => <Button {...props}>{t('money.own.addReceipts')}</Button>}
          </FileButton>
          <Button variant="default" onClick={() => addLine(null)}>
            {t('money.own.addLine')}
          </Button>
        </Group>
        <UploadList {...uploads} />
        {values.lines.length === 0 ? <Text c="dimmed">{t('money.own.noLines')}</Text> : null}
        <ul className={`muster-plain-list ${styles.lines}`} aria-label={t('money.lines')}>
          {values.lines.map((line, index) => (
            <LineFields
              key={line.key}
              pid={pid}
              claim={claim}
              line={line}
              number={index + 1}
              currency={values.currency}
              today={today}
              isTried={isTried}
              onChange={(fields) => changeLine(line.key, fields)}
              onRemove={() => remove(line)}
            />
          ))}
        </ul>
        <Text fw={600} component="output">
          {t('money.own.total', { amount: formatMoney(sum, values.currency, i18n.language) })}
        </Text>
        <Textarea
          label={t(state === 'returned' ? 'money.own.answer' : 'money.own.note')}
          maxLength={1000}
          autosize
          minRows={2}
          value={values.note}
          onChange={(event) => {
            const note = event.currentTarget.value;
            change(() => ({ note }));
          }}
        />
        {claim.rights.send && claim.bank?.until === null ? (
          <Checkbox
            label={t('money.bank.share')}
            description={t('money.bank.shareHint')}
            checked={share}
            onChange={(event) => setShare(event.currentTarget.checked)}
          />
        ) : null}
        {isTried && changes === undefined ? (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {t('money.own.incomplete')}
          </Text>
        ) : null}
        {error === null ? null : <ProblemAlert error={error} />}
        <Group gap="sm">
          {claim.rights.send ? (
            <Button
              loading={send.isPending}
              disabled={uploads.uploads.length > 0 || values.lines.length === 0}
              onClick={() =>
                withChanges((ready) =>
                  send.mutate({
                    changes: ready,
                    submission: {
                      note: values.note,
                      ...(claim.bank?.until === null && share ? { share_bank: true } : {}),
                    },
                  }),
                )
              }
            >
              {t('money.own.send')}
            </Button>
          ) : null}
          <Button variant="default" loading={save.isPending} onClick={() => withChanges((ready) => save.mutate(ready))}>
            {t(claim.rights.send ? 'money.own.saveDraft' : 'money.own.save')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

type BudgetChoiceProps = {
  budgets: readonly { code: string; name: string; currency: string; left: number }[];
  values: Values;
  onChange: (fields: Partial<Values>) => void;
  isTried: boolean;
};

/** With what is left of each. A project without budgets pays in any currency. */
function BudgetChoice({ budgets, values, onChange, isTried }: BudgetChoiceProps) {
  const { t, i18n } = useTranslation();
  if (budgets.length === 0)
    return (
      <TextInput
        label={t('money.currency')}
        maxLength={3}
        maw="10rem"
        value={values.currency}
        onChange={(event) => onChange({ currency: event.currentTarget.value.toUpperCase() })}
      />
    );
  return (
    <NativeSelect
      label={t('money.budget')}
      maw="28rem"
      value={values.budget}
      error={isTried && values.budget === '' ? t('money.own.chooseBudget') : undefined}
      onChange={(event) => {
        const found = budgets.find(({ code }) => code === event.currentTarget.value);
        onChange({ budget: found?.code ?? '', currency: found?.currency ?? values.currency });
      }}
      data={[
        { value: '', label: t('money.own.choose') },
        ...budgets.map(({ code, name, currency, left }) => ({
          value: code,
          label: t('money.budgetOption', { name, amount: formatMoney(left, currency, i18n.language) }),
        })),
      ]}
    />
  );
}

type UploadListProps = {
  uploads: readonly Upload[];
  retry: (key: string) => Promise<void>;
  remove: (key: string) => void;
};

function UploadList({ uploads, retry, remove }: UploadListProps) {
  const { t } = useTranslation();
  if (uploads.length === 0) return null;
  return (
    <ul className="muster-plain-list" aria-label={t('money.own.uploads')}>
      {uploads.map(({ key, name, progress, error, isRefused = false }) => (
        <li key={key}>
          <Text size="sm">{name}</Text>
          {isRefused || error !== undefined ? (
            <Group gap="xs">
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {isRefused ? t('money.own.refusedFile') : problemText(t, error)}
              </Text>
              {isRefused ? null : (
                <Button size="compact-sm" variant="default" onClick={() => void retry(key)}>
                  {t('problems.retry')}
                </Button>
              )}
              <Button size="compact-sm" variant="subtle" color="gray" onClick={() => remove(key)}>
                {t('money.own.removeUpload')}
              </Button>
            </Group>
          ) : (
            <Progress value={progress * 100} aria-label={t('money.own.uploading', { name })} />
          )}
        </li>
      ))}
    </ul>
  );
}

type LineFieldsProps = {
  pid: string;
  claim: Claim;
  line: Line;
  number: number;
  currency: string;
  today: string;
  isTried: boolean;
  onChange: (fields: Partial<Line>) => void;
  onRemove: () => void;
};

function LineFields({ pid, claim, line, number, currency, today, isTried, onChange, onRemove }: LineFieldsProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const file = claim.files.find(({ id }) => id === line.file);
  return (
    <li>
      <TextInput
        type="date"
        label={t('money.date')}
        value={line.date}
        max={today}
        onChange={(event) => onChange({ date: event.currentTarget.value })}
      />
      <TextInput
        label={t('money.what')}
        placeholder={t('money.whatHint')}
        maxLength={200}
        value={line.what}
        error={isTried && line.what.trim() === '' ? t('money.own.whatMissing') : undefined}
        onChange={(event) => onChange({ what: event.currentTarget.value })}
      />
      <TextInput
        label={t('money.amount')}
        inputMode="decimal"
        value={line.amount}
        error={isTried && parseMoney(line.amount, currency) === undefined ? t('money.own.amountWrong') : undefined}
        rightSection={<Text size="xs">{currency}</Text>}
        rightSectionWidth={52}
        rightSectionPointerEvents="none"
        onChange={(event) => onChange({ amount: event.currentTarget.value })}
      />
      <ActionIcon
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
        <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary>{t('money.receipt')}</summary>
          {isOpen ? <ReceiptView pid={pid} claim={claim.id} file={file} label={t('money.receipt')} /> : null}
        </details>
      )}
    </li>
  );
}

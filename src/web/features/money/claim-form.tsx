import { Alert, Button, FileButton, Group, NativeSelect, Paper, Progress, Radio, Stack } from '@mantine/core';
import { Text, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Claim } from '../../../client/client.ts';
import { currentTime } from '../../../locales/format/dates.ts';
import { formatMoney } from '../../../locales/format/money.ts';
import { maxReceipts, receiptTypes } from '../../../shared/claims.ts';
import { useChange } from '../../ui/change.ts';
import { useDraft } from '../../ui/editing/drafts.ts';
import { PageLink } from '../../ui/links.tsx';
import { ProblemAlert, problemText } from '../../ui/problems/problem.tsx';
import { amountOf, changesOf, faultsOf, fieldId, isCurrency, isValues, valuesOf } from './claim-draft.ts';
import type { Fault, Line, Values } from './claim-draft.ts';
import { LineFields } from './claim-line-fields.tsx';
import styles from './money.module.css';
import { budgetsQuery, changeClaim, claimQuery, removeReceipt, sendClaim } from './queries.ts';
import { useUploads } from './uploads.ts';
import type { Upload } from './uploads.ts';

/**
 * What was entered is kept in the browser until it is saved, and photos until they have arrived, so that a closed page loses
 * nothing. A draft is saved as it is, and must be complete only when it is sent.
 */
export function ClaimForm({ pid, claim }: { pid: string; claim: Claim }) {
  const { t, i18n } = useTranslation();
  const { id, state, rights, bank } = claim;
  const kept = useDraft<Values>(`claim:${id}`);
  const [values, setValues] = useState(isValues(kept.found?.values) ? kept.found.values : valuesOf(claim));
  const latest = useRef(values);
  const [isTried, setIsTried] = useState(false);
  const [way, setWay] = useState<PaidBy>();
  const budgets = useQuery(budgetsQuery(pid)).data?.data ?? [];
  const change = (fields: (before: Values) => Partial<Values>) =>
    setValues((before) => {
      const next = { ...before, ...fields(before) };
      latest.current = next;
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
  /** What was typed while it was saved stays in the browser. */
  const dropSaved = (saved: Values) => {
    if (latest.current === saved && (claim.form !== null || isCurrency(saved.currency))) kept.drop();
  };
  const save = useChange(changeClaim(pid, id), {
    message: () => t('money.own.saved'),
    onDone: ({ values: saved }) => dropSaved(saved),
  });
  const send = useChange(sendClaim(pid, id), {
    message: () => t('money.own.sent'),
    onDone: () => {
      setValues((before) => ({ ...before, note: '' }));
      setIsTried(false);
      kept.drop();
    },
  });
  const removeFile = useChange(removeReceipt(pid, id));
  const remove = ({ key, file }: Line) => {
    change(({ lines }) => ({ lines: lines.filter((line) => line.key !== key) }));
    if (file !== null) removeFile.mutate(file);
  };
  const asksForBank = rights.send && bank?.until === null;
  const faults = faultsOf(values, today);
  const isComplete =
    faults.length === 0 &&
    (claim.form !== null || (budgets.length === 0 ? isCurrency(values.currency) : values.budget !== '')) &&
    (!asksForBank || way !== undefined || !rights.send);
  const saveNow = () => {
    // Others see it already, so it stays complete.
    if (state === 'sent' && !isComplete) return showFaults();
    save.mutate({ values, changes: changesOf(values, claim) });
  };
  const sendNow = () => {
    if (!isComplete) return showFaults();
    const submission = { note: values.note, ...(asksForBank && way === 'bank' ? { share_bank: true } : {}) };
    send.mutate({ changes: changesOf(values, claim), submission });
  };
  const showFaults = () => {
    setIsTried(true);
    const [first] = faults;
    if (first !== undefined) document.querySelector<HTMLElement>(`#${fieldId(first.key, first.field)}`)?.focus();
  };
  const sum = values.lines.reduce((total, { amount }) => total + (amountOf(amount, values.currency) ?? 0), 0);
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
              faults={isTried ? faults : []}
              onChange={(fields) => changeLine(line.key, fields)}
              onRemove={() => remove(line)}
            />
          ))}
        </ul>
        <Text fw={600} component="output">
          {t('money.own.total', { amount: formatMoney(sum, values.currency, i18n.language) })}
        </Text>
        {rights.send ? (
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
        ) : null}
        {asksForBank ? <WayChoice way={way} onChange={setWay} isTried={isTried} /> : null}
        {rights.send && bank !== null && way !== 'other' ? (
          <AccountNeeded pid={pid} id={id} account={bank.account} />
        ) : null}
        {isTried && !isComplete ? <Faults faults={faults} /> : null}
        {error === null ? null : <ProblemAlert error={error} />}
        <Group gap="sm">
          {rights.send ? (
            <Button
              loading={send.isPending}
              disabled={uploads.uploads.length > 0 || values.lines.length === 0}
              onClick={sendNow}
            >
              {t('money.own.send')}
            </Button>
          ) : null}
          <Button variant="default" loading={save.isPending} onClick={saveNow}>
            {t(rights.send ? 'money.own.saveDraft' : 'money.own.save')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

/** Everything that is missing, named by its line; the fields say the same. */
function Faults({ faults }: { faults: readonly Fault[] }) {
  const { t } = useTranslation();
  return (
    <Alert variant="outline" color="red" title={t('money.own.incomplete')}>
      {faults.length === 0 ? null : (
        <ul className="muster-plain-list">
          {faults.map(({ key, field, number, text }) => (
            <li key={fieldId(key, field)}>
              <Text size="sm">{t('money.own.faultInLine', { number, fault: t(`money.own.faults.${text}`) })}</Text>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

type PaidBy = 'bank' | 'other';
type WayChoiceProps = { way: PaidBy | undefined; onChange: (way: PaidBy) => void; isTried: boolean };

/** A consent is given by choosing it, so nothing is chosen before. */
function WayChoice({ way, onChange, isTried }: WayChoiceProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t('money.bank.way')}
      value={way ?? null}
      error={isTried && way === undefined ? t('money.bank.chooseWay') : undefined}
      errorProps={{ mt: 'xs' }}
      onChange={(chosen) => onChange(chosen === 'bank' ? 'bank' : 'other')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="bank" label={t('money.bank.share')} description={t('money.bank.shareHint')} />
        <Radio value="other" label={t('money.bank.other')} description={t('money.bank.otherHint')} />
      </Stack>
    </Radio.Group>
  );
}

type AccountNeededProps = { pid: string; id: string; account: NonNullable<Claim['bank']>['account'] };

/** Said before the claim is sent. The page of the account leads back, and what was typed is kept. */
function AccountNeeded({ pid, id, account }: AccountNeededProps) {
  const { t } = useTranslation();
  if (account === 'given') return null;
  return (
    <Alert variant="outline" color="orange" title={t(`money.bank.accounts.${account}`)}>
      <PageLink to="/me/bank" search={{ pid, claim: id }} fw={600} underline="always">
        {t(account === 'missing' ? 'money.bank.enter' : 'money.bank.confirm')}
      </PageLink>{' '}
      {t('money.bank.claimKept')}
    </Alert>
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
        error={isTried && !isCurrency(values.currency) ? t('manage.travel.currencyInvalid') : undefined}
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

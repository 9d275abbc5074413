import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Bank } from '../../../client/client.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import { useChange } from '../../ui/change.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { useMe } from '../people/queries.ts';
import { bankRecord, confirmBank, recordQuery } from './queries.ts';
import { RecordForm, Section, unchanged } from './record-page.tsx';
import type { RecordFields } from './record-page.tsx';
import type { Loading } from '../../loading.ts';
import { loadSendingForm } from './back-to-form.tsx';

export const loadBankPage = ({ load, search }: Loading) =>
  Promise.all([load(recordQuery(bankRecord)), loadSendingForm(load, search)]);

export function BankPage() {
  const { t } = useTranslation();
  const fields: RecordFields<Bank> = {
    holder: { label: t('person.bank.holder'), wrong: t('person.tooLong', { count: 100 }) },
    code: { label: t('person.bank.code'), wrong: t('person.bank.codeWrong') },
    branch: { label: t('person.bank.branch'), wrong: t('person.tooLong', { count: 100 }) },
    number: { label: t('person.bank.number'), wrong: t('person.bank.numberWrong') },
  };
  const isEmpty = (bank: Bank) => Object.values(bank).every((text) => text.trim() === '');
  // Leaving all empty deletes the account; one without these can't be paid to.
  const validate = (bank: Bank): Record<string, string> => {
    if (isEmpty(bank)) return {};
    return {
      ...(bank.holder.trim() === '' && { holder: t('person.bank.holderMissing') }),
      ...(bank.number.trim() === '' && { number: t('person.bank.numberMissing') }),
    };
  };
  return (
    <Section title={t('person.nav.bank')} lead={t('person.bank.lead')} seen={t('person.bank.seen')}>
      <Unconfirmed />
      <RecordForm
        record={bankRecord}
        place="tab"
        toValues={unchanged}
        toBody={unchanged}
        fields={fields}
        validate={validate}
        savedMessage={(bank) => (isEmpty(bank) ? t('person.bank.savedEmpty') : undefined)}
      >
        {(form) => (
          <>
            <TextInput
              {...form.getInputProps('holder')}
              label={t('person.bank.holder')}
              autoComplete="off"
              withAsterisk
            />
            <TextInput
              {...form.getInputProps('code')}
              label={t('person.bank.code')}
              autoComplete="off"
              className="muster-field"
            />
            <TextInput {...form.getInputProps('branch')} label={t('person.bank.branch')} autoComplete="off" />
            <TextInput
              {...form.getInputProps('number')}
              label={t('person.bank.number')}
              autoComplete="off"
              withAsterisk
            />
          </>
        )}
      </RecordForm>
    </Section>
  );
}

/** Asks for a confirmation after the account was changed with a token or an old session. */
function Unconfirmed() {
  const { t, i18n } = useTranslation();
  const me = useMe();
  const shown = useQuery(recordQuery(bankRecord)).data;
  const confirm = useChange(confirmBank, { message: () => t('person.bank.confirmed') });
  const since = me?.bank_unconfirmed_since ?? null;
  if (since === null || shown === undefined) return null;
  // What is stored: the form below may have changes that are not saved.
  const { holder, code, branch, number } = shown.body;
  const title = t('person.bank.unconfirmed', { date: formatDate(since, i18n.language) });
  return (
    <Alert variant="outline" color="yellow" icon={<AlertIcon />} title={title}>
      <Stack gap="md">
        <Text size="sm">{t('person.bank.unconfirmedText')}</Text>
        <Text fw={600}>{[holder, code, branch, number].filter(Boolean).join(' · ')}</Text>
        {confirm.isError ? <ProblemAlert error={confirm.error} /> : null}
        <Group>
          <Button loading={confirm.isPending} onClick={() => confirm.mutate(shown.etag)}>
            {t('person.bank.confirm')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Bank } from '../../../client/client.ts';
import { bankRecord } from './queries.ts';
import { RecordForm, Section, unchanged } from './record-page.tsx';
import type { RecordFields } from './record-page.tsx';

export function BankPage() {
  const { t } = useTranslation();
  const fields: RecordFields<Bank> = {
    holder: { label: t('person.bank.holder'), wrong: t('person.tooLong', { count: 100 }) },
    code: { label: t('person.bank.code'), wrong: t('person.bank.codeWrong') },
    branch: { label: t('person.bank.branch'), wrong: t('person.tooLong', { count: 100 }) },
    number: { label: t('person.bank.number'), wrong: t('person.bank.numberWrong') },
  };
  return (
    <Section title={t('person.nav.bank')} lead={t('person.bank.lead')} seen={t('person.bank.seen')}>
      <RecordForm record={bankRecord} place="tab" toValues={unchanged} toBody={unchanged} fields={fields}>
        {(form) => (
          <>
            <TextInput {...form.getInputProps('holder')} label={t('person.bank.holder')} autoComplete="off" />
            <TextInput
              {...form.getInputProps('code')}
              label={t('person.bank.code')}
              autoComplete="off"
              className="muster-field"
            />
            <TextInput {...form.getInputProps('branch')} label={t('person.bank.branch')} autoComplete="off" />
            <TextInput {...form.getInputProps('number')} label={t('person.bank.number')} autoComplete="off" />
          </>
        )}
      </RecordForm>
    </Section>
  );
}

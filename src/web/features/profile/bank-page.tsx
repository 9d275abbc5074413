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

import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Bank } from '../../../client/client.ts';
import { read } from '../../api.ts';
import { ifMatch } from '../../ui/editing/editing.ts';
import type { Version } from '../../ui/editing/editing.ts';
import { RecordForm, Section } from './record-page.tsx';
import type { RecordWords } from './record-page.tsx';

async function load(): Promise<Version<Bank>> {
  const { body, etag } = await read('get_bank', {});
  return { values: body, etag };
}

async function save(body: Bank, etag: string | undefined): Promise<Version<Bank>> {
  const answer = await read('put_bank', { body, ...ifMatch(etag) });
  return { values: answer.body, etag: answer.etag };
}

export function BankPage() {
  const { t } = useTranslation();
  const words: RecordWords<Bank> = {
    holder: { label: t('person.bank.holder'), wrong: t('person.tooLong', { count: 100 }) },
    code: { label: t('person.bank.code'), wrong: t('person.bank.codeWrong') },
    branch: { label: t('person.bank.branch'), wrong: t('person.tooLong', { count: 100 }) },
    number: { label: t('person.bank.number'), wrong: t('person.bank.numberWrong') },
  };
  return (
    <Section title={t('person.nav.bank')} lead={t('person.bank.lead')} seen={t('person.bank.seen')}>
      <RecordForm<Bank> name="bank" place="tab" {...{ load, save, words }}>
        {(form) => (
          <>
            <TextInput {...form.getInputProps('holder')} label={t('person.bank.holder')} autoComplete="off" />
            <TextInput {...form.getInputProps('code')} label={t('person.bank.code')} autoComplete="off" maw="16rem" />
            <TextInput {...form.getInputProps('branch')} label={t('person.bank.branch')} autoComplete="off" />
            <TextInput {...form.getInputProps('number')} label={t('person.bank.number')} autoComplete="off" />
          </>
        )}
      </RecordForm>
    </Section>
  );
}

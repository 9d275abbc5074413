import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Address } from '../../../client/client.ts';
import { read } from '../../api.ts';
import { ifMatch } from '../../ui/editing/editing.ts';
import type { Version } from '../../ui/editing/editing.ts';
import { countriesIn } from './countries.ts';
import { RecordForm, Section } from './record-page.tsx';
import type { RecordWords } from './record-page.tsx';

async function load(): Promise<Version<Address>> {
  const { body, etag } = await read('get_address', {});
  return { values: body, etag };
}

async function save(body: Address, etag: string | undefined): Promise<Version<Address>> {
  const answer = await read('put_address', { body, ...ifMatch(etag) });
  return { values: answer.body, etag: answer.etag };
}

export function AddressPage() {
  const { t, i18n } = useTranslation();
  const countries = countriesIn(i18n.language);
  const words: RecordWords<Address> = {
    country: {
      label: t('person.address.country'),
      wrong: t('person.address.countryMissing'),
      show: (code) => countries.find(({ value }) => value === code)?.label ?? code,
    },
    postal_code: { label: t('person.address.postalCode'), wrong: t('person.address.postalCodeWrong') },
    receiver: { label: t('person.address.receiver'), wrong: t('person.tooLong', { count: 100 }) },
    address: { label: t('person.address.address'), wrong: t('person.tooLong', { count: 500 }) },
  };
  return (
    <Section title={t('person.nav.address')} lead={t('person.address.lead')} seen={t('person.address.seen')}>
      <RecordForm<Address> name="address" place="tab" {...{ load, save, words }}>
        {(form) => (
          <>
            <NativeSelect
              {...form.getInputProps('country')}
              label={t('person.address.country')}
              name="country"
              autoComplete="country"
              data={[{ value: '', label: t('person.address.choose') }, ...countries]}
              maw="24rem"
            />
            <TextInput
              {...form.getInputProps('postal_code')}
              label={t('person.address.postalCode')}
              name="postal-code"
              autoComplete="postal-code"
              maw="12rem"
            />
            <TextInput
              {...form.getInputProps('receiver')}
              label={t('person.address.receiver')}
              description={t('person.address.receiverHint')}
              name="receiver"
              autoComplete="shipping name"
            />
            <Textarea
              {...form.getInputProps('address')}
              label={t('person.address.address')}
              description={t('person.address.addressHint')}
              name="address"
              autoComplete="street-address"
              autosize
              minRows={3}
            />
          </>
        )}
      </RecordForm>
    </Section>
  );
}

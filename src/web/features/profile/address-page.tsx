import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Address } from '../../../client/client.ts';
import { countriesIn } from './countries.ts';
import { addressRecord } from './queries.ts';
import { RecordForm, Section, unchanged } from './record-page.tsx';
import type { RecordFields } from './record-page.tsx';

export function AddressPage() {
  const { t, i18n } = useTranslation();
  const countries = countriesIn(i18n.language);
  const fields: RecordFields<Address> = {
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
      <RecordForm record={addressRecord} place="tab" toValues={unchanged} toBody={unchanged} fields={fields}>
        {(form) => (
          <>
            <NativeSelect
              {...form.getInputProps('country')}
              label={t('person.address.country')}
              name="country"
              autoComplete="country"
              data={[{ value: '', label: t('person.address.choose') }, ...countries]}
              className="muster-field"
            />
            <TextInput
              {...form.getInputProps('postal_code')}
              label={t('person.address.postalCode')}
              name="postal-code"
              autoComplete="postal-code"
              className="muster-field muster-short"
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

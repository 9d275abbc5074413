import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Address } from '../../../client/client.ts';
import { compareNames, countryNames } from '../../../locales/format/names.ts';
import { addressRecord, recordQuery } from './queries.ts';
import { RecordForm, Section, unchanged } from './record-page.tsx';
import type { RecordFields } from './record-page.tsx';
import type { Loading } from '../../loading.ts';
import { loadSendingForm } from './back-to-form.tsx';

/** The ISO 3166-1 codes that the API accepts. The browser knows their names in each language. */
const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO ' +
  'JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR ' +
  'MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO ' +
  'RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV ' +
  'TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

export const loadAddressPage = ({ load, search }: Loading) =>
  Promise.all([load(recordQuery(addressRecord)), loadSendingForm(load, search)]);

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

function countriesIn(language: string): { value: string; label: string }[] {
  const nameOf = countryNames(language);
  const compare = compareNames(language);
  return codes
    .split(' ')
    .map((value) => ({ value, label: nameOf(value) }))
    .toSorted((one, other) => compare(one.label, other.label));
}

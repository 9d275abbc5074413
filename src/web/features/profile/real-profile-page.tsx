import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RealProfile } from '../../../client/client.ts';
import { realProfileRecord, recordQuery } from './queries.ts';
import { RecordForm, Section } from './record-page.tsx';
import type { RecordFields } from './record-page.tsx';
import type { Loading } from '../../loading.ts';
import { loadSendingForm } from './back-to-form.tsx';

/** In the form, an empty text means an unknown birthday. */
type Values = Omit<RealProfile, 'birthday'> & { birthday: string };

const toValues = (body: RealProfile): Values => ({ ...body, birthday: body.birthday ?? '' });

const toBody = (values: Values): RealProfile => ({
  ...values,
  phone: values.phone.trim(),
  birthday: values.birthday === '' ? null : values.birthday,
});

export const loadRealProfilePage = ({ load, search }: Loading) =>
  Promise.all([load(recordQuery(realProfileRecord)), loadSendingForm(load, search)]);

export function RealProfilePage() {
  const { t } = useTranslation();
  const fields: RecordFields<Values> = {
    name: { label: t('person.realProfile.name'), wrong: t('person.tooLong', { count: 100 }) },
    phone: { label: t('person.realProfile.phone'), wrong: t('person.realProfile.phoneWrong') },
    national_id: { label: t('person.realProfile.nationalId'), wrong: t('person.tooLong', { count: 50 }) },
    company: { label: t('person.realProfile.company'), wrong: t('person.tooLong', { count: 100 }) },
    birthday: { label: t('person.realProfile.birthday'), wrong: t('person.realProfile.birthdayWrong') },
  };
  return (
    <Section
      title={t('person.nav.realProfile')}
      lead={t('person.realProfile.lead')}
      seen={t('person.realProfile.seen')}
    >
      <RecordForm record={realProfileRecord} place="tab" {...{ toValues, toBody, fields }}>
        {(form) => (
          <>
            <TextInput
              {...form.getInputProps('name')}
              label={t('person.realProfile.name')}
              description={t('person.realProfile.nameHint')}
              name="legal-name"
              autoComplete="name"
            />
            <TextInput
              {...form.getInputProps('phone')}
              label={t('person.realProfile.phone')}
              description={t('person.realProfile.phoneHint')}
              type="tel"
              name="phone"
              autoComplete="tel"
              className="muster-field"
            />
            <TextInput
              {...form.getInputProps('national_id')}
              label={t('person.realProfile.nationalId')}
              description={t('person.realProfile.nationalIdHint')}
              name="national-id"
              autoComplete="off"
              className="muster-field"
            />
            <TextInput
              {...form.getInputProps('company')}
              label={t('person.realProfile.company')}
              name="company"
              autoComplete="organization"
            />
            <TextInput
              {...form.getInputProps('birthday')}
              label={t('person.realProfile.birthday')}
              description={t('person.realProfile.birthdayHint')}
              type="date"
              name="birthday"
              autoComplete="bday"
              className="muster-field muster-short"
            />
          </>
        )}
      </RecordForm>
    </Section>
  );
}

import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RealProfile } from '../../../client/client.ts';
import { read } from '../../api.ts';
import { ifMatch } from '../../ui/editing/editing.ts';
import type { Version } from '../../ui/editing/editing.ts';
import { RecordForm, Section } from './record-page.tsx';
import type { RecordWords } from './record-page.tsx';

/** In the form an unknown birthday is an empty field. */
type Fields = Omit<RealProfile, 'birthday'> & { birthday: string };

const fieldsOf = (body: RealProfile): Fields => ({ ...body, birthday: body.birthday ?? '' });

async function load(): Promise<Version<Fields>> {
  const { body, etag } = await read('get_real_profile', {});
  return { values: fieldsOf(body), etag };
}

async function save(fields: Fields, etag: string | undefined): Promise<Version<Fields>> {
  const body = {
    ...fields,
    phone: fields.phone.trim(),
    birthday: fields.birthday === '' ? null : fields.birthday,
  };
  const answer = await read('put_real_profile', { body, ...ifMatch(etag) });
  return { values: fieldsOf(answer.body), etag: answer.etag };
}

export function RealProfilePage() {
  const { t } = useTranslation();
  const words: RecordWords<Fields> = {
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
      <RecordForm<Fields> name="real-profile" place="tab" {...{ load, save, words }}>
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
              maw="20rem"
            />
            <TextInput
              {...form.getInputProps('national_id')}
              label={t('person.realProfile.nationalId')}
              description={t('person.realProfile.nationalIdHint')}
              name="national-id"
              autoComplete="off"
              maw="20rem"
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
              maw="14rem"
            />
          </>
        )}
      </RecordForm>
    </Section>
  );
}

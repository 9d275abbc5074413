import { NativeSelect, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languages } from 'virtual:locales';
import type { Profile } from '../../../client/client.ts';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';
import { isLanguage, languageName } from '../../ui/i18n.ts';
import { OwnListings } from '../members/own-listings.tsx';
import { profileRecord, recordQuery } from './queries.ts';
import { RecordForm, Section, unchanged } from './record-page.tsx';
import type { RecordFields } from './record-page.tsx';
import type { Loading } from '../../loading.ts';
import { ownListingsQuery } from '../members/queries.ts';

const maxName = 100;
const maxIntro = 2000;
const listings = ['public', 'keyed', 'hidden'] as const;

export const loadProfilePage = ({ me, load }: Loading) =>
  Promise.all([load(recordQuery(profileRecord)), me?.listing !== 'hidden' && load(ownListingsQuery)]);

export function ProfilePage() {
  const { t } = useTranslation();
  const yesOrNo = (value: boolean) => (value ? t('person.profile.yes') : t('person.profile.no'));
  const nameOf = (value: Profile['language']) =>
    value === null ? t('person.profile.noLanguage') : languageName(value);
  const fields: RecordFields<Profile> = {
    name: { label: t('person.profile.name'), wrong: t('person.profile.nameMissing') },
    intro: { label: t('person.profile.intro'), wrong: t('person.tooLong', { count: maxIntro }) },
    listing: { label: t('person.profile.listing'), show: (value) => t(`person.profile.listings.${value}`) },
    language: { label: t('person.profile.language'), show: nameOf },
    resume_public: { label: t('person.profile.resumePublic'), show: yesOrNo },
    history_public: { label: t('person.profile.historyPublic'), show: yesOrNo },
    ask_again: { label: t('person.profile.askAgain'), show: yesOrNo },
  };
  const validate = ({ name, intro }: Profile): Record<string, string> => ({
    ...(name.trim() === '' && { name: t('person.profile.nameMissing') }),
    ...(name.trim().length > maxName && { name: t('person.tooLong', { count: maxName }) }),
    ...(intro.length > maxIntro && { intro: t('person.tooLong', { count: maxIntro }) }),
  });
  return (
    <Section title={t('person.nav.profile')} lead={t('person.profile.lead')} seen={t('person.profile.seen')}>
      <RecordForm
        record={profileRecord}
        place="browser"
        toValues={unchanged}
        toBody={(profile) => ({ ...profile, name: profile.name.trim() })}
        fields={fields}
        validate={validate}
      >
        {(form) => (
          <>
            <TextInput
              {...form.getInputProps('name')}
              label={t('person.profile.name')}
              description={t('person.profile.nameHint')}
              name="name"
              autoComplete="name"
              required
            />
            <MarkdownEditor
              {...form.getInputProps('intro')}
              label={t('person.profile.intro')}
              description={t('person.profile.introHint')}
              value={form.values.intro}
              maxLength={maxIntro}
            />
            <Radio.Group
              {...form.getInputProps('listing')}
              label={t('person.profile.listing')}
              description={t('person.profile.listingHint')}
            >
              <Stack gap="sm" mt="sm">
                {listings.map((value) => (
                  <Radio
                    key={value}
                    value={value}
                    label={t(`person.profile.listings.${value}`)}
                    description={t(`person.profile.listings.${value}Hint`)}
                  />
                ))}
              </Stack>
            </Radio.Group>
            <NativeSelect
              label={t('person.profile.language')}
              description={t('person.profile.languageHint')}
              className="muster-field"
              value={form.values.language ?? ''}
              onChange={({ currentTarget: { value } }) =>
                form.setFieldValue('language', isLanguage(value) ? value : null)
              }
              data={[
                ...(form.values.language === null ? [{ value: '', label: t('person.profile.noLanguage') }] : []),
                ...languages.map(({ code, name }) => ({ value: code, label: name })),
              ]}
            />
            <Switch
              {...form.getInputProps('resume_public', { type: 'checkbox' })}
              label={t('person.profile.resumePublic')}
            />
            <Switch
              {...form.getInputProps('history_public', { type: 'checkbox' })}
              label={t('person.profile.historyPublic')}
            />
            <Switch
              {...form.getInputProps('ask_again', { type: 'checkbox' })}
              label={t('person.profile.askAgain')}
              description={t('person.profile.askAgainHint')}
            />
          </>
        )}
      </RecordForm>
      <OwnListings />
    </Section>
  );
}

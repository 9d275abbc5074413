import { Radio, Stack, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../client/client.ts';
import { read } from '../../api.ts';
import { ifMatch } from '../../ui/editing/editing.ts';
import type { Version } from '../../ui/editing/editing.ts';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';
import { RecordForm, Section } from './record-page.tsx';
import type { RecordWords } from './record-page.tsx';

const longestName = 100;
const longestIntro = 2000;
const listings = ['public', 'keyed', 'hidden'] as const;

async function load(): Promise<Version<Profile>> {
  const { body, etag } = await read('get_profile', {});
  return { values: body, etag };
}

async function save(profile: Profile, etag: string | undefined): Promise<Version<Profile>> {
  const body = { ...profile, name: profile.name.trim() };
  const answer = await read('put_profile', { body, ...ifMatch(etag) });
  return { values: answer.body, etag: answer.etag };
}

export function ProfilePage() {
  const { t } = useTranslation();
  const yesOrNo = (value: boolean) => (value ? t('person.profile.yes') : t('person.profile.no'));
  const words: RecordWords<Profile> = {
    name: { label: t('person.profile.name'), wrong: t('person.profile.nameMissing') },
    intro: { label: t('person.profile.intro'), wrong: t('person.tooLong', { count: longestIntro }) },
    listing: { label: t('person.profile.listing'), show: (value) => t(`person.profile.listings.${value}`) },
    resume_public: { label: t('person.profile.resumePublic'), show: yesOrNo },
    history_public: { label: t('person.profile.historyPublic'), show: yesOrNo },
  };
  const validate = ({ name, intro }: Profile): Record<string, string> => ({
    ...(name.trim() === '' && { name: t('person.profile.nameMissing') }),
    ...(name.trim().length > longestName && { name: t('person.tooLong', { count: longestName }) }),
    ...(intro.length > longestIntro && { intro: t('person.tooLong', { count: longestIntro }) }),
  });
  return (
    <Section title={t('person.nav.profile')} lead={t('person.profile.lead')} seen={t('person.profile.seen')}>
      <RecordForm<Profile> name="profile" place="browser" {...{ load, save, words, validate }}>
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
              maxLength={longestIntro}
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
            <Switch
              {...form.getInputProps('resume_public', { type: 'checkbox' })}
              label={t('person.profile.resumePublic')}
            />
            <Switch
              {...form.getInputProps('history_public', { type: 'checkbox' })}
              label={t('person.profile.historyPublic')}
            />
          </>
        )}
      </RecordForm>
    </Section>
  );
}

import { Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Announcement } from '../../../client/client.ts';
import { fromZonedInput, toZonedInput } from '../../../locales/format/zoned-time.ts';
import type { Editing } from '../../ui/editing/editing.ts';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';
import { isLanguage, languageName } from '../../ui/i18n.ts';
import type { Language } from '../../ui/i18n.ts';
import { originalOf } from '../../ui/original.ts';
import { languages } from 'virtual:locales';

/** An announcement in its form: an empty text for the whole project, and for one that is not pinned. */
export type AnnouncementValues = {
  title: string;
  body: string;
  tid: string;
  audience: Announcement['audience'];
  pinned_until: string;
  /** A second language, for new ones; empty for none. */
  also: Language | '';
  also_title: string;
  also_body: string;
};

export const inOneLanguage = { also: '', also_title: '', also_body: '' } as const;

const dayLength = 10;
const maxBody = 10_000;

export const valuesOf = (announcement: Announcement, timezone: string): AnnouncementValues => ({
  title: originalOf(announcement).title,
  body: originalOf(announcement).body,
  tid: announcement.tid ?? '',
  audience: announcement.audience,
  pinned_until:
    announcement.pinned_until === null ? '' : toZonedInput(announcement.pinned_until, timezone).slice(0, dayLength),
  ...inOneLanguage,
});

/** The team is missing because it cannot be changed. An announcement is pinned until the end of the day in the time zone of the event. */
export const changesOf = (values: AnnouncementValues, timezone: string) => ({
  title: values.title.trim(),
  body: values.body,
  audience: values.tid === '' ? values.audience : ('people' as const),
  pinned_until: values.pinned_until === '' ? null : (fromZonedInput(`${values.pinned_until}T23:59`, timezone) ?? null),
});

export function useAnnouncementValidation() {
  const { t } = useTranslation();
  return ({ title, body }: AnnouncementValues): Record<string, string> => ({
    ...(title.trim() === '' ? { title: t('announcements.missingTitle') } : {}),
    ...(body.trim() === '' ? { body: t('announcements.missingBody') } : {}),
  });
}

export function useAnnouncementTexts() {
  const { t } = useTranslation();
  return {
    title: { label: t('announcements.fields.title') },
    body: { label: t('announcements.fields.body') },
    tid: { label: t('announcements.fields.tid') },
    audience: { label: t('announcements.fields.audience') },
    pinned_until: { label: t('announcements.fields.pinned') },
  };
}

type Choice = { value: string; label: string };
type AnnouncementFieldsProps = {
  form: Editing<AnnouncementValues>['form'];
  /** The people for whom it can be; empty where that is fixed. */
  choices?: readonly Choice[];
};

/** The value for the whole project; the component does not take an empty value. */
export const wholeProject = '*';

export function AnnouncementFields({ form, choices }: AnnouncementFieldsProps) {
  const { t } = useTranslation();
  const texts = useAnnouncementTexts();
  const { tid } = form.values;
  return (
    <>
      {choices === undefined ? null : (
        <Select
          {...form.getInputProps('tid')}
          label={texts.tid.label}
          data={[...choices]}
          value={tid === '' ? wholeProject : tid}
          onChange={(value) => form.setFieldValue('tid', value === null || value === wholeProject ? '' : value)}
          allowDeselect={false}
          maw={{ xs: '24rem' }}
        />
      )}
      <TextInput {...form.getInputProps('title')} label={texts.title.label} maxLength={200} required />
      <MarkdownEditor
        {...form.getInputProps('body')}
        value={form.values.body}
        label={texts.body.label}
        maxLength={maxBody}
        required
      />
      {choices === undefined ? null : <SecondLanguage form={form} />}
      {tid === '' ? (
        <Radio.Group {...form.getInputProps('audience')} label={texts.audience.label}>
          <Stack gap="xs" mt="xs">
            <Radio value="people" label={t('announcements.fields.people')} />
            <Radio
              value="public"
              label={t('announcements.fields.public')}
              description={t('announcements.fields.publicHint')}
            />
          </Stack>
        </Radio.Group>
      ) : (
        <Text size="sm" c="dimmed">
          {t('announcements.fields.teamOnly')}
        </Text>
      )}
      <TextInput
        {...form.getInputProps('pinned_until')}
        type="date"
        label={texts.pinned_until.label}
        description={t('announcements.fields.pinnedHint')}
        maw={{ xs: '24rem' }}
      />
    </>
  );
}

/** Before it is published, so that everybody is notified in their language. */
function SecondLanguage({ form }: Pick<AnnouncementFieldsProps, 'form'>) {
  const { t } = useTranslation();
  const { also } = form.values;
  const label = (field: string) => `${field} (${also === '' ? '' : languageName(also)})`;
  return (
    <>
      <Select
        label={t('translations.also')}
        data={[
          { value: wholeProject, label: t('translations.alsoNone') },
          ...languages.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        value={also === '' ? wholeProject : also}
        onChange={(value) => form.setFieldValue('also', isLanguage(value) ? value : '')}
        allowDeselect={false}
        maw={{ xs: '24rem' }}
      />
      {also === '' ? null : (
        <>
          <TextInput
            {...form.getInputProps('also_title')}
            label={label(t('announcements.fields.title'))}
            lang={also}
            maxLength={200}
          />
          <MarkdownEditor
            {...form.getInputProps('also_body')}
            value={form.values.also_body}
            label={label(t('announcements.fields.body'))}
            maxLength={maxBody}
          />
        </>
      )}
    </>
  );
}

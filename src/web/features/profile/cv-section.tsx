import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import type { Resume } from '../../../client/client.ts';
import { maxMarkdown } from '../../../shared/limits.ts';
import { PageLink } from '../../ui/links.tsx';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';
import { profileQuery, resumeRecord } from './queries.ts';
import { RecordForm, unchanged } from './record-page.tsx';
import type { RecordFields } from './record-page.tsx';

/** The CV, below what the person offers to help with. */
export function CvSection() {
  const { t } = useTranslation();
  const profile = useQuery(profileQuery);
  const fields: RecordFields<Resume> = {
    markdown: { label: t('person.resume.markdown'), wrong: t('person.tooLong', { count: maxMarkdown }) },
  };
  const validate = ({ markdown }: Resume): Record<string, string> =>
    markdown.length > maxMarkdown ? { markdown: t('person.tooLong', { count: maxMarkdown }) } : {};
  return (
    <Stack gap="sm" component="section" aria-labelledby="cv">
      <Title order={2} size="h4" id="cv">
        {t('person.resume.markdown')}
      </Title>
      <Text c="dimmed">
        {t('person.resume.lead')}{' '}
        <Trans
          i18nKey={profile.data?.resume_public === true ? 'person.resume.readPublic' : 'person.resume.read'}
          components={{ profile: <PageLink to="/me/profile" inherit underline="always" /> }}
        />
      </Text>
      <RecordForm
        record={resumeRecord}
        place="browser"
        toValues={unchanged}
        toBody={unchanged}
        fields={fields}
        validate={validate}
        action={t('person.resume.save')}
      >
        {(form) => (
          <MarkdownEditor
            {...form.getInputProps('markdown')}
            label={t('person.resume.markdown')}
            value={form.values.markdown}
            maxLength={maxMarkdown}
            minRows={12}
          />
        )}
      </RecordForm>
    </Stack>
  );
}

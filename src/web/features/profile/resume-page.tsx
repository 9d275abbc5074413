import { maxMarkdown } from '../../../shared/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import type { Resume } from '../../../client/client.ts';
import { PageLink } from '../../ui/links.tsx';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';
import { profileQuery, recordQuery, resumeRecord } from './queries.ts';
import { RecordForm, Section, unchanged } from './record-page.tsx';
import type { RecordFields } from './record-page.tsx';
import type { Loading } from '../../loading.ts';

export const loadResumePage = ({ load }: Loading) => Promise.all([load(profileQuery), load(recordQuery(resumeRecord))]);

export function ResumePage() {
  const { t } = useTranslation();
  const profile = useQuery(profileQuery);
  const fields: RecordFields<Resume> = {
    markdown: { label: t('person.resume.markdown'), wrong: t('person.tooLong', { count: maxMarkdown }) },
  };
  const validate = ({ markdown }: Resume): Record<string, string> =>
    markdown.length > maxMarkdown ? { markdown: t('person.tooLong', { count: maxMarkdown }) } : {};
  const seen = (
    <Trans
      i18nKey={profile.data?.resume_public === true ? 'person.resume.seenPublic' : 'person.resume.seen'}
      components={{ profile: <PageLink to="/me/profile" inherit underline="always" /> }}
    />
  );
  return (
    <Section title={t('person.nav.resume')} lead={t('person.resume.lead')} seen={seen}>
      <RecordForm
        record={resumeRecord}
        place="browser"
        toValues={unchanged}
        toBody={unchanged}
        fields={fields}
        validate={validate}
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
    </Section>
  );
}

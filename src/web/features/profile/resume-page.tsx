import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import type { Resume } from '../../../client/client.ts';
import { call, read } from '../../api.ts';
import { ifMatch } from '../../ui/editing/editing.ts';
import type { Version } from '../../ui/editing/editing.ts';
import { PageLink } from '../../ui/links.tsx';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';
import { RecordForm, Section } from './record-page.tsx';
import type { RecordWords } from './record-page.tsx';

const longest = 20_000;

async function load(): Promise<Version<Resume>> {
  const { body, etag } = await read('get_resume', {});
  return { values: body, etag };
}

async function save(body: Resume, etag: string | undefined): Promise<Version<Resume>> {
  const answer = await read('put_resume', { body, ...ifMatch(etag) });
  return { values: answer.body, etag: answer.etag };
}

export function ResumePage() {
  const { t } = useTranslation();
  const profile = useQuery({ queryKey: ['own-choices'], queryFn: () => call('get_profile', {}) });
  const words: RecordWords<Resume> = {
    markdown: { label: t('person.resume.markdown'), wrong: t('person.tooLong', { count: longest }) },
  };
  const validate = ({ markdown }: Resume): Record<string, string> =>
    markdown.length > longest ? { markdown: t('person.tooLong', { count: longest }) } : {};
  const seen = (
    <Trans
      i18nKey={profile.data?.resume_public === true ? 'person.resume.seenPublic' : 'person.resume.seen'}
      components={{ profile: <PageLink to="/me/profile" inherit underline="always" /> }}
    />
  );
  return (
    <Section title={t('person.nav.resume')} lead={t('person.resume.lead')} seen={seen}>
      <RecordForm<Resume> name="resume" place="browser" {...{ load, save, words, validate }}>
        {(form) => (
          <MarkdownEditor
            {...form.getInputProps('markdown')}
            label={t('person.resume.markdown')}
            value={form.values.markdown}
            maxLength={longest}
            minRows={12}
          />
        )}
      </RecordForm>
    </Section>
  );
}

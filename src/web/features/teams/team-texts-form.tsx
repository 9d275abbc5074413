import { Paper, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Team } from '../../../client/client.ts';
import { read } from '../../api.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';

type Texts = { public_description: string; description: string; mailing_list: string };
type TeamTextsProps = { pid: string; team: Team; etag: string | undefined };

const longest = 20_000;

const valuesOf = ({ public_description, description = '', mailing_list = '' }: Team): Texts => ({
  public_description,
  description,
  mailing_list,
});

export function TeamTexts({ pid, team, etag }: TeamTextsProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const path = { pid, tid: team.tid };
  const editing = useEditing<Texts>({
    draft: `team:${pid}/${team.tid}`,
    current: { values: valuesOf(team), etag },
    load: async () => {
      const now = await read('get_team', { path });
      return { values: valuesOf(now.body), etag: now.etag };
    },
    save: async (values, tag) => {
      const headers = tag === undefined ? {} : { 'if-match': tag };
      const saved = await read('update_team', {
        path,
        headers,
        body: { ...values, mailing_list: values.mailing_list.trim() },
      });
      return { values: valuesOf(saved.body), etag: saved.etag };
    },
    onSaved: () => void queryClient.invalidateQueries(),
    savedMessage: t('manage.saved'),
  });
  const words = {
    public_description: { label: t('manage.team.publicText') },
    description: { label: t('manage.team.innerText') },
    mailing_list: { label: t('manage.team.mailingList') },
  };
  const { form } = editing;
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }}>
      <EditingForm editing={editing} words={words} action={t('manage.save')} disabled={!editing.dirty}>
        <MarkdownEditor
          {...form.getInputProps('public_description')}
          value={form.values.public_description}
          label={words.public_description.label}
          description={t('manage.team.publicTextHint')}
          maxLength={longest}
        />
        <MarkdownEditor
          {...form.getInputProps('description')}
          value={form.values.description}
          label={words.description.label}
          description={t('manage.team.innerTextHint')}
          maxLength={longest}
        />
        <TextInput
          {...form.getInputProps('mailing_list')}
          label={words.mailing_list.label}
          description={t('manage.team.mailingListHint')}
          maxLength={254}
          autoCapitalize="none"
        />
      </EditingForm>
    </Paper>
  );
}

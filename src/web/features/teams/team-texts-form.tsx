import { Paper, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Team } from '../../../client/client.ts';
import type { Versioned } from '../../api.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';
import { editTeam } from './queries.ts';

type Texts = { public_description: string; description: string; mailing_list: string };
type TeamTextsFormProps = { pid: string; team: Team; etag: string | undefined };

const maxLength = 20_000;

const valuesOf = ({ public_description, description = '', mailing_list = '' }: Team): Texts => ({
  public_description,
  description,
  mailing_list,
});

export function TeamTextsForm({ pid, team, etag }: TeamTextsFormProps) {
  const { t } = useTranslation();
  const record = editTeam(pid, team.tid);
  const versionOf = (answer: Versioned<Team>) => ({ values: valuesOf(answer.body), etag: answer.etag });
  const editing = useEditing<Texts>({
    draft: `team:${pid}/${team.tid}`,
    current: versionOf({ body: team, etag }),
    load: async () => versionOf(await record.load()),
    save: async (values, tag) =>
      versionOf(await record.save({ ...values, mailing_list: values.mailing_list.trim() }, tag)),
    affects: record.affects,
    savedMessage: t('manage.saved'),
  });
  const texts = {
    public_description: { label: t('manage.team.publicText') },
    description: { label: t('manage.team.innerText') },
    mailing_list: { label: t('manage.team.mailingList') },
  };
  const { form } = editing;
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }}>
      <EditingForm editing={editing} fields={texts} action={t('manage.save')} disabled={!editing.dirty}>
        <MarkdownEditor
          {...form.getInputProps('public_description')}
          value={form.values.public_description}
          label={texts.public_description.label}
          description={t('manage.team.publicTextHint')}
          maxLength={maxLength}
        />
        <MarkdownEditor
          {...form.getInputProps('description')}
          value={form.values.description}
          label={texts.description.label}
          description={t('manage.team.innerTextHint')}
          maxLength={maxLength}
        />
        <TextInput
          {...form.getInputProps('mailing_list')}
          label={texts.mailing_list.label}
          description={t('manage.team.mailingListHint')}
          maxLength={254}
          autoCapitalize="none"
        />
      </EditingForm>
    </Paper>
  );
}

import { NumberInput, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Team } from '../../../client/client.ts';
import { read } from '../../api.ts';
import { ifMatch, useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { teamQuery } from '../projects/manage-queries.ts';

type Values = { name: string; headcount: number | '' };
type TeamFrameFormProps = { pid: string; tid: string; onDone: () => void };
type Answer = { body: Team; etag: string | undefined };

const versionOf = ({ body: { name, headcount }, etag }: Answer) => ({
  values: { name, headcount: headcount ?? ('' as const) },
  etag,
});

/** What is the owners' to say of a team: its name and how large it may be. */
export function TeamFrameForm({ pid, tid, onDone }: TeamFrameFormProps) {
  const team = useQuery(teamQuery(pid, tid));
  return (
    <Loaded query={team} alone={false}>
      {(found) => <OpenFrame pid={pid} team={found} onDone={onDone} />}
    </Loaded>
  );
}

function OpenFrame({ pid, team, onDone }: { pid: string; team: Answer; onDone: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { tid, member_count: members } = team.body;
  const path = { pid, tid };
  const words = { name: { label: t('manage.fields.name') }, headcount: { label: t('manage.teams.headcount') } };
  const editing = useEditing<Values>({
    draft: `team-frame:${pid}/${tid}`,
    current: versionOf(team),
    load: async () => versionOf(await read('get_team', { path })),
    save: async ({ name, headcount }, etag) => {
      const body = { name: name.trim(), headcount: headcount === '' ? null : headcount };
      return versionOf(await read('update_team', { path, body, ...ifMatch(etag) }));
    },
    onSaved: () => {
      void queryClient.invalidateQueries();
      onDone();
    },
    validate: ({ name }): Record<string, string> =>
      name.trim() === '' ? { name: t('manage.fields.nameMissing') } : {},
    savedMessage: t('manage.saved'),
  });
  const { form } = editing;
  const { headcount } = form.values;
  const overfull = headcount !== '' && headcount < members;
  return (
    <EditingForm editing={editing} words={words} action={t('manage.save')} inDialog>
      <TextInput {...form.getInputProps('name')} label={words.name.label} maxLength={100} required data-autofocus />
      <NumberInput
        {...form.getInputProps('headcount')}
        label={words.headcount.label}
        description={overfull ? t('manage.teams.overfull', { count: members }) : t('manage.teams.headcountHint')}
        min={0}
        max={10_000}
        allowDecimal={false}
        allowNegative={false}
      />
    </EditingForm>
  );
}

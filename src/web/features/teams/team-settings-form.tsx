import { NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Team } from '../../../client/client.ts';
import type { Versioned } from '../../api.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { ApplicationsSwitch } from './applications/applications-switch.tsx';
import { editTeam, teamVersionQuery } from './queries.ts';

type Values = { name: string; headcount: number | ''; takes_applications: boolean };
type TeamSettingsFormProps = { pid: string; tid: string; onDone: () => void };

const versionOf = ({ body: { name, headcount, takes_applications }, etag }: Versioned<Team>) => ({
  values: { name, headcount: headcount ?? ('' as const), takes_applications },
  etag,
});

/** The name and headcount of a team, which only owners may change, and whether people can apply. */
export function TeamSettingsForm({ pid, tid, onDone }: TeamSettingsFormProps) {
  const team = useQuery(teamVersionQuery(pid, tid));
  return (
    <Loaded query={team} embedded>
      {(found) => <SettingsFields pid={pid} team={found} onDone={onDone} />}
    </Loaded>
  );
}

function SettingsFields({ pid, team, onDone }: { pid: string; team: Versioned<Team>; onDone: () => void }) {
  const { t } = useTranslation();
  const { tid, member_count: members, disabled } = team.body;
  const record = editTeam(pid, tid);
  const texts = {
    name: { label: t('manage.fields.name') },
    headcount: { label: t('manage.teams.headcount') },
    takes_applications: {
      label: t('apply.manage.takes'),
      show: (takes: boolean) => (takes ? t('manage.forms.yes') : t('manage.forms.no')),
    },
  };
  const editing = useEditing<Values>({
    draft: `team-frame:${pid}/${tid}`,
    current: versionOf(team),
    load: async () => versionOf(await record.load()),
    save: async ({ name, headcount, ...rest }, etag) =>
      versionOf(
        await record.save({ ...rest, name: name.trim(), headcount: headcount === '' ? null : headcount }, etag),
      ),
    affects: record.affects,
    onSaved: onDone,
    validate: ({ name }): Record<string, string> =>
      name.trim() === '' ? { name: t('manage.fields.nameMissing') } : {},
    savedMessage: t('manage.saved'),
  });
  const { form } = editing;
  const { headcount } = form.values;
  const overfull = headcount !== '' && headcount < members;
  return (
    <EditingForm editing={editing} fields={texts} action={t('manage.save')} inDialog>
      <TextInput {...form.getInputProps('name')} label={texts.name.label} maxLength={100} required data-autofocus />
      <NumberInput
        {...form.getInputProps('headcount')}
        label={texts.headcount.label}
        description={overfull ? t('manage.teams.overfull', { count: members }) : t('manage.teams.headcountHint')}
        min={0}
        max={10_000}
        allowDecimal={false}
        allowNegative={false}
      />
      <ApplicationsSwitch {...form.getInputProps('takes_applications', { type: 'checkbox' })} disabled={disabled} />
    </EditingForm>
  );
}

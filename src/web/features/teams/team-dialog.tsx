import { isSlug, maxHeadcount } from '../../../shared/limits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Team } from '../../../client/client.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { slugOf } from '../../../shared/slug.ts';
import type { Versioned } from '../../api.ts';
import { originalOf } from '../../ui/original.ts';
import { Loaded } from '../../ui/page-state.tsx';
import { ChiefsDialog } from './memberships/chiefs-dialog.tsx';
import { ApplicationsSwitch } from './applications/applications-switch.tsx';
import { createTeam, editTeam, teamVersionQuery } from './queries.ts';

const blank = {
  values: { name: '', tid: '', public_description: '', headcount: '' as const, takes_applications: false },
  etag: undefined,
};

/** The open dialog, as in the URL. */
export type TeamSearch = { create?: true; edit?: string; chiefs?: string };
type Shown = { kind: 'create' | 'edit' | 'chiefs'; team: Team | undefined };

type TeamDialogProps = {
  pid: string;
  search: TeamSearch;
  teams: readonly Team[];
  onClose: () => void;
};

/** One dialog for all forms of the page, so that a link from one form to another never shows two dialogs. */
export function TeamDialog({ pid, search, teams, onClose }: TeamDialogProps) {
  const { t } = useTranslation();
  const open = shownIn(search, teams);
  const [last, setLast] = useState(open);
  if (open !== undefined && (open.kind !== last?.kind || open.team !== last.team)) setLast(open);
  // The last form stays while the closing dialog fades out.
  const shown = open ?? last;
  if (shown === undefined) return null;
  const { kind, team } = shown;
  const name = team?.name ?? '';
  const title = {
    create: t('manage.teams.new'),
    edit: t('manage.teams.editTitle', { name }),
    chiefs: t('manage.teams.chiefsOf', { name }),
  }[kind];
  return (
    <Dialog opened={open !== undefined} title={title} onClose={onClose}>
      {team === undefined ? (
        <NewTeamForm pid={pid} onDone={onClose} />
      ) : kind === 'edit' ? (
        <TeamSettingsForm key={team.tid} pid={pid} tid={team.tid} onDone={onClose} />
      ) : (
        <ChiefsDialog key={team.tid} pid={pid} tid={team.tid} />
      )}
    </Dialog>
  );
}

function shownIn({ create, edit, chiefs }: TeamSearch, teams: readonly Team[]): Shown | undefined {
  if (create === true) return { kind: 'create', team: undefined };
  const team = teams.find(({ tid }) => tid === (edit ?? chiefs));
  if (team === undefined) return undefined;
  return { kind: edit === undefined ? 'chiefs' : 'edit', team };
}

type Values = {
  name: string;
  tid: string;
  public_description: string;
  headcount: number | '';
  takes_applications: boolean;
};
type NewTeamFormProps = { pid: string; onDone: () => void };

function NewTeamForm({ pid, onDone }: NewTeamFormProps) {
  const { t } = useTranslation();
  const create = createTeam(pid);
  const editing = useEditing<Values>({
    draft: `new-team:${pid}`,
    current: blank,
    load: async () => blank,
    save: async ({ name, headcount, ...rest }) => {
      const team = await create.run({ ...rest, name: name.trim(), headcount: headcount === '' ? null : headcount });
      return { values: { ...blank.values, name: team.name }, etag: undefined };
    },
    affects: create.affects,
    onSaved: onDone,
    validate: ({ name, tid }) => ({
      ...(name.trim() === '' ? { name: t('manage.fields.nameMissing') } : {}),
      ...(isSlug(tid) ? {} : { tid: t('manage.fields.slugInvalid') }),
    }),
    taken: { field: 'tid', message: t('manage.why.already_exists') },
    savedMessage: ({ values: { name } }) => t('manage.teams.created', { name }),
  });
  const { form } = editing;
  return (
    <EditingForm editing={editing} fields={{}} action={t('manage.teams.create')} inDialog>
      <TextInput
        {...form.getInputProps('name')}
        label={t('manage.fields.name')}
        maxLength={100}
        required
        data-autofocus
        onChange={({ currentTarget: { value: name } }) => {
          const isOwn = form.values.tid !== slugOf(form.values.name);
          form.setValues({ name, ...(!isOwn && { tid: slugOf(name) }) });
        }}
      />
      <TextInput
        {...form.getInputProps('tid')}
        label={t('manage.teams.tid')}
        description={t('manage.teams.tidHint')}
        maxLength={64}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Textarea
        {...form.getInputProps('public_description')}
        label={t('manage.team.publicText')}
        description={t('manage.teams.publicTextHint')}
        maxLength={2000}
        autosize
        minRows={2}
        maxRows={8}
      />
      <NumberInput
        {...form.getInputProps('headcount')}
        label={t('manage.teams.headcount')}
        description={t('manage.teams.headcountHint')}
        min={0}
        max={maxHeadcount}
        allowDecimal={false}
        allowNegative={false}
      />
      <ApplicationsSwitch {...form.getInputProps('takes_applications', { type: 'checkbox' })} />
    </EditingForm>
  );
}

type SettingsValues = { name: string; headcount: number | ''; takes_applications: boolean };
type TeamSettingsFormProps = { pid: string; tid: string; onDone: () => void };

const versionOf = ({ body, etag }: Versioned<Team>) => ({
  values: {
    name: originalOf(body).name,
    headcount: body.headcount ?? ('' as const),
    takes_applications: body.takes_applications,
  },
  etag,
});

/** The name and headcount of a team, which only owners may change, and whether people can apply. */
function TeamSettingsForm({ pid, tid, onDone }: TeamSettingsFormProps) {
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
  const editing = useEditing<SettingsValues>({
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
        max={maxHeadcount}
        allowDecimal={false}
        allowNegative={false}
      />
      <ApplicationsSwitch {...form.getInputProps('takes_applications', { type: 'checkbox' })} disabled={disabled} />
    </EditingForm>
  );
}

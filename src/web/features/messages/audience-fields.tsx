import {
  Checkbox,
  Fieldset,
  Group,
  Input,
  MultiSelect,
  NativeSelect,
  Pill,
  Radio,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { formsQuery } from '../forms/queries.ts';
import { maxTagsOfPerson } from '../../../shared/limits.ts';
import { tagsQuery } from '../tags/queries.ts';
import { teamsQuery } from '../teams/queries.ts';
import { audienceOf, isNobody } from './audience.ts';
import { applicantStates, roles } from './search.ts';
import type { AudienceValues } from './audience.ts';
import { AudienceText } from './audience-count.tsx';
import { audienceQuery } from './queries.ts';

type AudienceFieldsProps = {
  project: Project;
  value: AudienceValues;
  error: string | undefined;
  onChange: (value: AudienceValues) => void;
};

/** Who gets the message: everybody, or the people for whom all conditions hold. */
export function AudienceFields({ project, value, error, onChange }: AudienceFieldsProps) {
  const { t } = useTranslation();
  const change = (part: Partial<AudienceValues>) => onChange({ ...value, ...part });
  return (
    <Fieldset legend={t('messagePages.to')} data-error={error === undefined ? undefined : true}>
      <Stack gap="md">
        {project.rights.announce ? (
          <Radio.Group
            value={value.everyone ? 'everyone' : 'some'}
            onChange={(chosen) => change({ everyone: chosen === 'everyone' })}
          >
            <Group gap="lg">
              <Radio value="everyone" label={t('messagePages.everyone')} />
              <Radio value="some" label={t('messagePages.some')} />
            </Group>
          </Radio.Group>
        ) : null}
        {value.everyone ? null : <Conditions project={project} value={value} onChange={change} />}
        <AudienceCount project={project} value={value} />
        {error === undefined ? null : <Input.Error>{error}</Input.Error>}
      </Stack>
    </Fieldset>
  );
}

type ConditionsProps = { project: Project; value: AudienceValues; onChange: (part: Partial<AudienceValues>) => void };

const conditions = ['without_tasks', 'incomplete', 'thanks', 'open_loans'] as const;

function Conditions({ project, value, onChange }: ConditionsProps) {
  const { t } = useTranslation();
  const { pid, rights } = project;
  // Chiefs can't write to owners as such.
  const offered = roles.filter((role) => role !== 'owner' || rights.announce || value.roles.includes(role));
  const found = useQuery(teamsQuery(pid)).data;
  const teams = (found ?? []).filter((team) => (team.rights.edit || rights.announce) && !team.disabled);
  return (
    <>
      <Group align="flex-end" gap="md">
        <MultiSelect
          label={t('messagePages.teams')}
          placeholder={value.tids.length === 0 ? t('messagePages.anyTeam') : ''}
          data={teams.map(({ tid, name }) => ({ value: tid, label: name }))}
          // Until the names are loaded, the field would show identifiers.
          value={found === undefined ? [] : value.tids}
          onChange={(tids) => onChange({ tids })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('messagePages.clearTeams') }}
          flex="1 1 16rem"
        />
        <TagCondition pid={pid} value={value.tags} onChange={(tags) => onChange({ tags })} />
        <FormCondition pid={pid} value={value.form} onChange={(form) => onChange({ form })} />
        {rights.recruit ? (
          <ApplicantsCondition
            value={value}
            teams={teams.map(({ tid, name }) => ({ value: tid, label: name }))}
            onChange={onChange}
          />
        ) : null}
        <TextInput
          type="date"
          label={t('messagePages.day')}
          value={value.day}
          onChange={(event) => onChange({ day: event.currentTarget.value })}
        />
      </Group>
      <Checkbox.Group
        label={t('messagePages.roles')}
        value={value.roles}
        onChange={(chosen) => onChange({ roles: roles.filter((role) => chosen.includes(role)) })}
      >
        <Group gap="md" mt={6}>
          {offered.map((role) => (
            <Checkbox key={role} value={role} label={t(`messagePages.role.${role}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Checkbox.Group
        label={t('messagePages.conditions')}
        value={conditions.filter((condition) => value[condition])}
        onChange={(chosen) =>
          onChange({
            without_tasks: chosen.includes('without_tasks'),
            incomplete: chosen.includes('incomplete'),
            thanks: chosen.includes('thanks'),
            open_loans: chosen.includes('open_loans'),
          })
        }
      >
        <Group gap="md" mt={6}>
          <Checkbox
            value="without_tasks"
            label={value.day === '' ? t('messagePages.withoutTasks') : t('messagePages.withoutTasksOnDay')}
          />
          <Checkbox value="incomplete" label={t('messagePages.incomplete')} />
          {rights.announce ? <Checkbox value="thanks" label={t('messagePages.thanks')} /> : null}
          {rights.announce ? <Checkbox value="open_loans" label={t('messagePages.openLoans')} /> : null}
        </Group>
      </Checkbox.Group>
      <Fixed value={value} onChange={onChange} />
    </>
  );
}

/** Only where people have tags. */
function TagCondition({ pid, value, onChange }: { pid: string; value: string[]; onChange: (value: string[]) => void }) {
  const { t } = useTranslation();
  const known = (useQuery(tagsQuery(pid)).data ?? []).map(({ tag }) => tag);
  if (known.length + value.length === 0) return null;
  return (
    <MultiSelect
      label={t('messagePages.tags')}
      placeholder={value.length === 0 ? t('messagePages.anyTag') : ''}
      data={[...new Set([...known, ...value])]}
      value={value}
      onChange={onChange}
      maxValues={maxTagsOfPerson}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('messagePages.clearTags') }}
      flex="1 1 12rem"
    />
  );
}

function FormCondition({ pid, value, onChange }: { pid: string; value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  const forms = useQuery(formsQuery(pid)).data ?? [];
  return (
    <NativeSelect
      label={t('messagePages.form')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: t('messagePages.anyForm') },
        ...forms.flatMap(({ form, title }) => [
          { value: `no ${form}`, label: t('messagePages.notAnswered', { title }) },
          { value: `yes ${form}`, label: t('messagePages.answered', { title }) },
        ]),
      ]}
    />
  );
}

type ApplicantsConditionProps = {
  value: AudienceValues;
  teams: { value: string; label: string }[];
  onChange: (part: Partial<AudienceValues>) => void;
};

/** People who have applied, and to which team. */
function ApplicantsCondition({ value, teams, onChange }: ApplicantsConditionProps) {
  const { t } = useTranslation();
  return (
    <>
      <NativeSelect
        label={t('messagePages.applicants')}
        value={value.applicants}
        onChange={({ currentTarget: { value: chosen } }) => {
          const state = applicantStates.find((one) => one === chosen) ?? '';
          onChange({ applicants: state, ...(state === '' && { applied_to: '' }) });
        }}
        data={[
          { value: '', label: t('messagePages.anyApplication') },
          ...applicantStates.map((state) => ({ value: state, label: t(`messagePages.applicantsWho.${state}`) })),
        ]}
      />
      {value.applicants === '' ? null : (
        <NativeSelect
          label={t('messagePages.appliedTo')}
          value={value.applied_to}
          onChange={({ currentTarget }) => onChange({ applied_to: currentTarget.value })}
          data={[{ value: '', label: t('messagePages.anyTeam') }, ...teams]}
        />
      )}
    </>
  );
}

/** Conditions that other pages set: people or tasks that were selected there. They can only be removed here. */
function Fixed({ value, onChange }: Omit<ConditionsProps, 'project'>) {
  const { t } = useTranslation();
  if (value.tasks.length + value.uids.length === 0) return null;
  return (
    <Pill.Group>
      {value.tasks.length === 0 ? null : (
        <Pill
          withRemoveButton
          size="md"
          bg="var(--mantine-color-gray-light)"
          onRemove={() => onChange({ tasks: [] })}
          removeButtonProps={{ 'aria-label': t('messagePages.clearTasks'), 'aria-hidden': false, tabIndex: 0 }}
        >
          {t('messagePages.onTasks', { count: value.tasks.length })}
        </Pill>
      )}
      {value.uids.length === 0 ? null : (
        <Pill
          withRemoveButton
          size="md"
          bg="var(--mantine-color-gray-light)"
          onRemove={() => onChange({ uids: [] })}
          removeButtonProps={{ 'aria-label': t('messagePages.clearPeople'), 'aria-hidden': false, tabIndex: 0 }}
        >
          {t('messagePages.somePeople', { count: value.uids.length })}
        </Pill>
      )}
    </Pill.Group>
  );
}

/** How many people that is, as the conditions change. */
function AudienceCount({ project, value }: { project: Project; value: AudienceValues }) {
  const { t } = useTranslation();
  const [settled] = useDebouncedValue(value, 300);
  const found = useQuery({
    ...audienceQuery(project.pid, audienceOf(settled)),
    enabled: !isNobody(settled),
    placeholderData: keepPreviousData,
  });
  if (found.isError) return <ProblemAlert error={found.error} onRetry={() => void found.refetch()} />;
  if (isNobody(value)) {
    return (
      <Text component="output" size="sm" mih="3em">
        {t('messagePages.chooseWho')}
      </Text>
    );
  }
  return <AudienceText project={project} found={found.data} />;
}

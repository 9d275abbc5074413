import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { formsQuery } from '../forms/queries.ts';
import { readsTags, tagsQuery } from '../tags/queries.ts';
import { teamsQuery } from '../teams/queries.ts';
import { seesEverybody } from './queries.ts';
import type { PeopleSearch } from './search.ts';

type PeopleFiltersProps = { project: Project; search: PeopleSearch; onSearch: (search: PeopleSearch) => void };

const roles = ['owner', 'chief', 'member', 'helper'] as const;

export function PeopleFilters({ project, search, onSearch }: PeopleFiltersProps) {
  const { t } = useTranslation();
  const { pid, rights } = project;
  const seesAll = seesEverybody(rights);
  // Chiefs see the people of the teams that they may edit.
  const teams = (useQuery(teamsQuery(pid)).data ?? []).filter(
    (team) => (seesAll || team.rights.edit) && !team.disabled,
  );
  const change = (part: PeopleSearch) => onSearch({ ...search, ...part });
  const { sort, ...filters } = search;
  const filtered = Object.values(filters).some((value) => value !== undefined);
  return (
    <Group
      component="search"
      className="muster-filters"
      gap="md"
      mb="md"
      align="flex-end"
      aria-label={t('people.filters')}
    >
      <SearchField
        label={t('people.search')}
        flex="1 1 14rem"
        q={search.q ?? ''}
        onSearch={(q) => change({ q: q === '' ? undefined : q })}
      />
      <NativeSelect
        label={t('people.team')}
        w="14rem"
        value={search.tid ?? ''}
        onChange={(event) => change({ tid: event.currentTarget.value || undefined })}
        data={[
          { value: '', label: t('people.allTeams') },
          ...teams.map(({ tid, name }) => ({ value: tid, label: name })),
        ]}
      />
      <NativeSelect
        label={t('people.role')}
        value={search.role ?? ''}
        onChange={(event) => change({ role: roles.find((role) => role === event.currentTarget.value) })}
        data={[
          { value: '', label: t('people.allRoles') },
          ...roles.map((value) => ({ value, label: t(`people.roles.${value}`) })),
        ]}
      />
      {readsTags(rights) ? <TagFilter pid={pid} tag={search.tag} onChange={(tag) => change({ tag })} /> : null}
      <FormFilter pid={pid} search={search} onChange={change} />
      <TextInput
        type="date"
        label={t('people.day')}
        value={search.day ?? ''}
        onChange={(event) => change({ day: event.currentTarget.value || undefined })}
      />
      <Checkbox
        mb={8}
        label={t('people.withoutTasks')}
        checked={search.without_tasks ?? false}
        onChange={(event) => change({ without_tasks: event.currentTarget.checked || undefined })}
      />
      <Checkbox
        mb={8}
        label={t('people.incomplete')}
        checked={search.incomplete ?? false}
        onChange={(event) => change({ incomplete: event.currentTarget.checked || undefined })}
      />
      {filtered ? (
        <Button variant="subtle" onClick={() => onSearch({ sort })}>
          {t('people.clear')}
        </Button>
      ) : null}
    </Group>
  );
}

type TagFilterProps = { pid: string; tag: string | undefined; onChange: (tag: string | undefined) => void };

/** Only where people have tags. */
function TagFilter({ pid, tag, onChange }: TagFilterProps) {
  const { t } = useTranslation();
  const known = useQuery(tagsQuery(pid)).data ?? [];
  if (known.length === 0 && tag === undefined) return null;
  const isListed = known.some((one) => one.tag === tag);
  return (
    <NativeSelect
      label={t('people.tag')}
      value={tag ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[
        { value: '', label: t('people.anyTag') },
        ...(tag === undefined || isListed ? [] : [tag]),
        ...known.map((one) => ({ value: one.tag, label: t('people.tagCount', { tag: one.tag, count: one.people }) })),
      ]}
    />
  );
}

type FormFilterProps = { pid: string; search: PeopleSearch; onChange: (part: PeopleSearch) => void };

function FormFilter({ pid, search: { form, answered }, onChange }: FormFilterProps) {
  const { t } = useTranslation();
  const forms = useQuery(formsQuery(pid)).data ?? [];
  const value = form === undefined ? '' : `${answered === true ? 'yes' : 'no'} ${form}`;
  const choose = (chosen: string) => {
    const [state, slug] = chosen.split(' ');
    onChange(slug === undefined ? { form: undefined, answered: undefined } : { form: slug, answered: state === 'yes' });
  };
  return (
    <NativeSelect
      label={t('people.form')}
      w="14rem"
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        { value: '', label: t('people.anyForm') },
        ...forms.flatMap(({ form: slug, title }) => [
          { value: `no ${slug}`, label: t('people.notAnswered', { title }) },
          { value: `yes ${slug}`, label: t('people.hasAnswered', { title }) },
        ]),
      ]}
    />
  );
}

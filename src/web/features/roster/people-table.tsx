import { Badge, Group } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { RosterEntry } from '../../../client/client.ts';
import { PageLink } from '../../ui/links.tsx';
import type { More } from '../../ui/paging.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column, Selection } from '../../ui/table/column.ts';
import { ContactLine } from '../contacts/contact-links.tsx';
import { TagBadges } from '../tags/person-tags.tsx';
import type { PeopleSort } from './search.ts';
import { formatNumber } from '../../../locales/format/numbers.ts';
import { shownName } from '../../../locales/format/names.ts';
import { formatList } from '../../../locales/format/lists.ts';

export type PeopleTableProps = {
  pid: string;
  people: readonly RosterEntry[];
  sort: PeopleSort | undefined;
  onSort: (sort: string) => void;
  more: More | undefined;
  /** None for those who can do nothing with the people that they choose. */
  selection?: Selection<RosterEntry>;
};

export function PeopleTable({ pid, people, sort, onSort, more, selection }: PeopleTableProps) {
  const { t, i18n } = useTranslation();
  return (
    <DataTable
      label={t('people.title')}
      columns={columnsOf(t, i18n.language, pid)}
      rows={people}
      keyOf={({ uid }) => uid}
      // The API lists people by name.
      sort={sort ?? 'name'}
      isSorted={sort === undefined}
      onSort={onSort}
      more={more}
      {...(selection !== undefined && { selection })}
    />
  );
}

const columnsOf = (t: TFunction, language: string, pid: string): Column<RosterEntry>[] => [
  {
    key: 'name',
    label: t('people.name'),
    width: '20%',
    sortBy: ({ name }) => name,
    cell: (person) => <Name pid={pid} person={person} />,
  },
  {
    key: 'teams',
    label: t('people.teams'),
    width: '18%',
    cut: true,
    sortBy: (person) => teamsOf(t, language, person),
    cell: (person) => cutText(teamsOf(t, language, person)),
  },
  {
    key: 'contact',
    label: t('people.contact'),
    width: '30%',
    cut: true,
    cell: (person) => <ContactLine {...person} />,
  },
  {
    key: 'tasks',
    label: t('people.tasks'),
    width: '14%',
    cut: true,
    sortBy: ({ hours }) => hours,
    cell: ({ task_count: count, hours }) =>
      count === 0 ? t('people.noTasks') : t('people.taskHours', { count, hours: formatNumber(hours, language) }),
  },
  {
    key: 'missing',
    label: t('people.missing'),
    width: '18%',
    cut: true,
    phone: 'label',
    sortBy: ({ missing_forms: missing }) => missing.length,
    cell: ({ missing_forms: missing }) =>
      cutText(
        formatList(
          missing.map(({ title }) => title),
          language,
        ),
      ),
  },
];

const teamsOf = (t: TFunction, language: string, { teams }: RosterEntry): string =>
  formatList(
    teams.map(({ name, role }) => (role === 'chief' ? t('people.chiefOf', { team: name }) : name)),
    language,
  );

/** Text that a narrow column may cut; pointing at it shows all of it. */
const cutText = (text: string) => (text === '' ? null : <span title={text}>{text}</span>);

function Name({ pid, person }: { pid: string; person: RosterEntry }) {
  const { t } = useTranslation();
  return (
    <Group gap={6} component="span" lh="inherit">
      <PageLink to="/projects/$pid/people/$uid" params={{ pid, uid: person.uid }} inherit>
        {shownName(t, person.name)}
      </PageLink>
      {person.owner ? (
        <Badge size="xs" variant="light">
          {t('people.roles.owner')}
        </Badge>
      ) : null}
      {person.helper ? (
        <Badge size="xs" variant="light" color="gray">
          {t('people.roles.helper')}
        </Badge>
      ) : null}
      <TagBadges tags={person.tags} />
      {person.suspended ? (
        <Badge size="xs" color="red">
          {t('people.suspended')}
        </Badge>
      ) : null}
    </Group>
  );
}

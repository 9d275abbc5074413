import { Badge, Button, Group, Text, Title } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Team, TeamPerson } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { includesText } from '../../../ui/table/search.ts';
import { SearchInput, useTableSearch } from '../../../ui/table/table-search.tsx';
import { ContactLine } from '../../contacts/contact-links.tsx';
import { hasContact } from '../../contacts/has-contact.ts';
import { MessagePeople } from '../../messages/message-people.tsx';
import { shownName } from '../../../../locales/format/names.ts';
import { ReleasedPlaces } from '../../tasks/released-places.tsx';
import { ChosenPeople, keyOfPerson } from './chosen-people.tsx';
import { removeMember } from './queries.ts';

type TeamPeopleProps = { pid: string; team: Team; people: readonly TeamPerson[] };

/** The people of a team, for those who manage it. */
export function TeamPeople({ pid, team, people }: TeamPeopleProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const [removing, setRemoving] = useState<TeamPerson>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { q, onSearch, sort, onSort } = useTableSearch();
  const { tid, rights } = team;
  const remove = useChange(removeMember(pid, tid), {
    message: ({ name }) => t('manage.team.removed', { name: shownName(t, name) }),
    onDone: () => {
      setRemoving(undefined);
      heading.current?.focus();
    },
  });
  const mayRemove = ({ role }: TeamPerson) => (role === 'chief' ? rights.appoint_chiefs : rights.add_members);
  const shown = people.filter(({ name, email }) => includesText(q, name, email));
  return (
    <section aria-labelledby="team-people">
      <Group justify="space-between" align="flex-end" mb="sm">
        <Title order={2} size="h4" id="team-people" tabIndex={-1} ref={heading} style={{ outline: 'none' }}>
          {t('manage.team.peopleTitle', { count: people.length })}
        </Title>
        <Group gap="sm" align="flex-end">
          <SearchInput label={t('manage.team.search')} rows={people.length} q={q} onSearch={onSearch} />
          <MessagePeople pid={pid} people={people} audience={{ tids: [tid] }} />
        </Group>
      </Group>
      {people.length === 0 ? <Text c="dimmed">{t('manage.team.nobody')}</Text> : null}
      {people.length > 0 && shown.length === 0 ? t('tables.filterNone') : null}
      <ChosenPeople
        {...{ pid, team, mayRemove }}
        people={shown.filter((person) => chosen.has(keyOfPerson(person)))}
        onEnd={(left) => {
          setChosen(new Set(left.map(keyOfPerson)));
          heading.current?.focus();
        }}
      />
      {shown.length === 0 ? null : (
        <DataTable
          label={t('manage.team.peopleTitle', { count: shown.length })}
          columns={[...columnsOf(t), actionsOf(t, mayRemove, setRemoving)]}
          rows={shown}
          keyOf={keyOfPerson}
          sort={sort}
          onSort={onSort}
          selection={{
            chosen,
            onChoose: setChosen,
            nameOf: ({ uid, name }) => (uid === undefined ? undefined : shownName(t, name)),
          }}
        />
      )}
      <ConfirmDialog
        opened={removing !== undefined}
        title={t('manage.team.removeTitle', { name: shownName(t, removing?.name ?? '') })}
        text={t('manage.team.removeText', { team: team.name })}
        confirm={t('manage.remove')}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => removing && remove.mutate(removing)}
        onClose={() => {
          setRemoving(undefined);
          remove.reset();
        }}
      >
        {removing?.uid === undefined ? null : (
          <ReleasedPlaces departure={{ of: 'member', pid, tid, uid: removing.uid }} />
        )}
      </ConfirmDialog>
    </section>
  );
}

const columnsOf = (t: TFunction): Column<TeamPerson>[] => [
  {
    key: 'name',
    label: t('tables.name'),
    width: '36%',
    sortBy: ({ name }) => shownName(t, name),
    cell: (person) => (
      <Group gap={6} component="span" lh="inherit">
        <span>{shownName(t, person.name)}</span>
        {person.role === 'chief' ? (
          <Badge size="xs" variant="light">
            {t('dashboard.chief')}
          </Badge>
        ) : null}
        {person.suspended === true ? (
          <Badge size="xs" variant="default">
            {t('manage.team.suspended')}
          </Badge>
        ) : null}
      </Group>
    ),
  },
  {
    key: 'contact',
    label: t('people.contact'),
    sortBy: ({ email = '' }) => email,
    cell: (person) => (hasContact(person) ? <ContactLine {...person} /> : null),
  },
];

const actionsOf = (
  t: TFunction,
  mayRemove: (person: TeamPerson) => boolean,
  onRemove: (person: TeamPerson) => void,
): Column<TeamPerson> => ({
  key: 'actions',
  label: t('tables.actions'),
  width: '8rem',
  actions: true,
  phone: 'corner',
  cell: (person) =>
    mayRemove(person) ? (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('manage.removeWhom', { name: shownName(t, person.name) })}
        onClick={() => onRemove(person)}
      >
        {t('manage.remove')}
      </Button>
    ) : null,
});

import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Team, TeamPerson } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { PageLink } from '../../../ui/links.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { includesText } from '../../../ui/table/search.ts';
import { SearchInput, useTableSearch } from '../../../ui/table/table-search.tsx';
import { ContactLine } from '../../contacts/contact-links.tsx';
import { hasContact } from '../../contacts/has-contact.ts';
import { MessagePeople } from '../../messages/message-people.tsx';
import { isOver } from '../../projects/current.ts';
import { projectQuery } from '../../projects/queries.ts';
import { currentTime } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { ReleasedPlaces } from '../../tasks/released-places.tsx';
import { ChosenPeople, keyOfPerson } from './chosen-people.tsx';
import { removeMember } from './queries.ts';
import { useTold } from '../../notices/told.ts';

type TeamPeopleProps = { pid: string; team: Team; people: readonly TeamPerson[] };

/** The people of a team, for those who manage it. */
export function TeamPeople({ pid, team, people }: TeamPeopleProps) {
  const { t } = useTranslation();
  const told = useTold();
  const heading = useRef<HTMLHeadingElement>(null);
  const [removing, setRemoving] = useState<TeamPerson>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { q, onSearch, sort, onSort } = useTableSearch();
  const { tid, rights } = team;
  const remove = useChange(removeMember(pid, tid), {
    message: ({ name }) => told(t('manage.team.removed', { name: shownName(t, name) })),
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
          <PageLink to="/projects/$pid/people" params={{ pid }} search={{ tid }} size="sm">
            {t('people.ofTeam')}
          </PageLink>
          <MessagePeople pid={pid} people={people} audience={{ tids: [tid] }} />
        </Group>
      </Group>
      <AboutHours pid={pid} tid={tid} />
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
          columns={[...columnsOf(t, pid), actionsOf(t, mayRemove, setRemoving)]}
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

/** After the event, chiefs look for the hours of their team here. */
function AboutHours({ pid, tid }: { pid: string; tid: string }) {
  const { t } = useTranslation();
  const project = useQuery(projectQuery(pid)).data;
  if (project === undefined || !isOver(project, currentTime())) return null;
  return project.rights.edit ? (
    <PageLink to="/projects/$pid/manage/hours" params={{ pid }} size="sm" mb="sm" display="block">
      {t('hours.manage.title')}
    </PageLink>
  ) : (
    <PageLink
      to="/projects/$pid/teams/$tid/manage"
      params={{ pid, tid }}
      search={{ tab: 'hours' }}
      size="sm"
      mb="sm"
      display="block"
    >
      {t('manage.team.tabs.hours')}
    </PageLink>
  );
}

const columnsOf = (t: TFunction, pid: string): Column<TeamPerson>[] => [
  {
    key: 'name',
    label: t('tables.name'),
    width: '36%',
    sortBy: ({ name }) => shownName(t, name),
    cell: (person) => (
      <Group gap={6} component="span" lh="inherit">
        {person.uid === undefined ? (
          <span>{shownName(t, person.name)}</span>
        ) : (
          <PageLink to="/projects/$pid/people/$uid" params={{ pid, uid: person.uid }} inherit>
            {shownName(t, person.name)}
          </PageLink>
        )}
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

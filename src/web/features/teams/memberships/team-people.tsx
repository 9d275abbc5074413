import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifications } from '@mantine/notifications';
import type { Team, TeamPerson } from '../../../../client/client.ts';
import { joinSentences } from '../../../../locales/format/sentences.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { PageLink } from '../../../ui/links.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { useRows } from '../../../ui/paging.ts';
import type { More } from '../../../ui/paging.ts';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { includesText } from '../../../ui/table/search.ts';
import { SearchInput, useTableSearch } from '../../../ui/table/table-search.tsx';
import { useEach } from '../../../ui/table/each.ts';
import { EachState, SelectionBar } from '../../../ui/table/selection-bar.tsx';
import { ContactLine } from '../../contacts/contact-links.tsx';
import { hasContact } from '../../contacts/has-contact.ts';
import { MessageAll, MessageChosen, MessagePeople } from '../../messages/message-people.tsx';
import { isOver } from '../../projects/current.ts';
import { projectQuery } from '../../projects/queries.ts';
import { currentTime } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { ReleasedPlaces } from '../../tasks/released-places.tsx';
import { removeMember, teamMemberPagesQuery } from './queries.ts';
import { useMe } from '../../people/queries.ts';

type TeamPeopleProps = { pid: string; team: Team };

/** The people of a team, for those who manage it. */
export function TeamPeople(props: TeamPeopleProps) {
  const search = useTableSearch();
  const list = useInfiniteQuery(teamMemberPagesQuery(props.pid, props.team.tid));
  const { rows, total, more } = useRows(list, search.q !== '' || search.sort !== undefined);
  return (
    <Loaded query={list} embedded>
      {() => <PeopleSection {...props} {...{ total, more, search }} people={rows} />}
    </Loaded>
  );
}

type PeopleSectionProps = TeamPeopleProps & {
  /** The people who are loaded. */
  people: readonly TeamPerson[];
  total: number;
  more: More | undefined;
  search: ReturnType<typeof useTableSearch>;
};

function PeopleSection({ pid, team, people, total, more, search }: PeopleSectionProps) {
  const { t } = useTranslation();
  const me = useMe()?.uid;
  const heading = useRef<HTMLHeadingElement>(null);
  const [removing, setRemoving] = useState<TeamPerson>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { q, onSearch, sort, onSort } = search;
  const { tid, rights } = team;
  const remove = useChange(removeMember(pid, tid), {
    message: ({ uid, name }) =>
      uid === me
        ? t('manage.team.removed', { context: 'self' })
        : t('manage.team.removed', { name: shownName(t, name) }),
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
          {t('manage.team.peopleTitle', { count: total })}
        </Title>
        <Group gap="sm" align="flex-end">
          <SearchInput label={t('manage.team.search')} rows={total} q={q} onSearch={onSearch} />
          <PageLink to="/projects/$pid/people" params={{ pid }} search={{ tid }} size="sm">
            {t('people.ofTeam')}
          </PageLink>
          {more === undefined ? (
            <MessagePeople pid={pid} people={people} audience={{ tids: [tid] }} />
          ) : (
            <MessageAll pid={pid} audience={{ tids: [tid] }} />
          )}
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
          label={t('manage.team.peopleTitle', { count: q === '' ? total : shown.length })}
          columns={[...columnsOf(t, pid), actionsOf(t, mayRemove, setRemoving)]}
          rows={shown}
          keyOf={keyOfPerson}
          sort={sort}
          onSort={onSort}
          more={more}
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
        text={t('manage.team.removeText', { team: team.name, context: removing?.uid === me ? 'self' : '' })}
        confirm={t('manage.remove')}
        change={remove}
        onConfirm={() => removing && remove.mutate(removing)}
        onClose={() => setRemoving(undefined)}
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
  width: '5.5rem',
  actions: true,
  phone: 'corner',
  cell: (person) =>
    mayRemove(person) ? (
      <RowActions
        name={shownName(t, person.name)}
        actions={[
          {
            key: 'remove',
            text: t('manage.remove'),
            label: t('manage.removeWhom', { name: shownName(t, person.name) }),
            onClick: () => onRemove(person),
          },
        ]}
      />
    ) : null,
});

type ChosenPeopleProps = {
  pid: string;
  team: Team;
  people: readonly TeamPerson[];
  mayRemove: (person: TeamPerson) => boolean;
  /** Called with the people who stay selected. */
  onEnd: (left: readonly TeamPerson[]) => void;
};

const keyOfPerson = ({ uid, email_hash: hash }: TeamPerson): string => uid ?? hash;

/** Removes the selected people from the team, or writes to them. */
function ChosenPeople({ pid, team, people, mayRemove, onEnd }: ChosenPeopleProps) {
  const { t, i18n } = useTranslation();
  const [asking, setAsking] = useState(false);
  const removable = people.filter(mayRemove);
  const count = removable.length;
  const nameOf = ({ name }: TeamPerson) => shownName(t, name);
  const me = useMe()?.uid;
  const isMe = ({ uid }: TeamPerson) => uid !== undefined && uid === me;
  const withMe = removable.some(isMe);
  const remove = useEach<TeamPerson>(removeMember(pid, team.tid), (done, left) => {
    const hasLeft = withMe && !left.some(isMe);
    const others = hasLeft ? done - 1 : done;
    const parts = [
      ...(others > 0 ? [t('manage.team.removedAll', { count: others })] : []),
      ...(hasLeft ? [t('manage.team.removed', { context: 'self' })] : []),
    ];
    if (parts.length > 0) notifications.show({ message: joinSentences(parts, i18n.language) });
    setAsking(false);
    onEnd(left);
  });
  return (
    <>
      <SelectionBar count={people.length} disabled={remove.running} onClear={() => onEnd([])}>
        <MessageChosen pid={pid} uids={people.flatMap(({ uid }) => uid ?? [])} />
        {count === 0 ? null : (
          <Button
            size="xs"
            color="red"
            variant="outline"
            disabled={remove.running}
            onClick={() => {
              remove.reset();
              setAsking(true);
            }}
          >
            {t('manage.team.removeAll', { count })}
          </Button>
        )}
      </SelectionBar>
      <EachState
        each={remove}
        label={t('manage.remove')}
        result={(done, all) => t('manage.team.removedOf', { done, count: all })}
        keyOf={keyOfPerson}
        nameOf={nameOf}
      />
      <ConfirmDialog
        opened={asking}
        title={t('manage.team.removeAllTitle', { count })}
        text={
          withMe && count === 1
            ? t('manage.team.removeText', { team: team.name, context: 'self' })
            : t('manage.team.removeAllText', { team: team.name, context: withMe ? 'self' : '' })
        }
        confirm={t('manage.team.removeAll', { count })}
        pending={remove.running}
        onConfirm={() => remove.run(removable)}
        onClose={() => setAsking(false)}
      >
        <Text size="sm" mah="14rem" style={{ overflowY: 'auto' }}>
          {formatList(removable.map(nameOf), i18n.language)}
        </Text>
        {asking ? (
          <ReleasedPlaces
            departure={{ of: 'members', pid, tid: team.tid, uids: removable.flatMap(({ uid }) => uid ?? []) }}
          />
        ) : null}
      </ConfirmDialog>
    </>
  );
}

import { Anchor, EmptyState, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormerPerson, FormerPersonPage, Project } from '../../../client/client.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { shownName } from '../../../locales/format/names.ts';
import { PeopleIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { useRows } from '../../ui/paging.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { useTableSearch } from '../../ui/table/table-search.tsx';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { teamsQuery } from '../teams/queries.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { InviteFormer } from './invite-former.tsx';
import { formerPeopleQuery } from './queries.ts';
import { askAgainSearch, askStates } from './search.ts';
import type { AskAgainSearch } from './search.ts';
import { ShareOut } from './share-out.tsx';

export const loadAskAgainPage = loadManaged('recruit_all', ({ load, loadPages, params: { pid }, search }) =>
  Promise.all([loadPages(formerPeopleQuery(pid, askAgainSearch(search))), load(teamsQuery(pid))]),
);

/** The people of earlier years: who asks them again, and what they said. */
export function AskAgainPage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  usePageTitle(`${t('manage.parts.askAgain')} · ${project.name}`);
  if (!project.rights.recruit_all) return <OwnersOnly project={project} />;
  return <Former project={project} />;
}

function Former({ project: { pid, state: projectState, rights } }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const { state, asker } = useSearch({ from: '/signed-in/projects/$pid/manage/ask-again' });
  const { q, onSearch } = useTableSearch();
  const list = useInfiniteQuery(formerPeopleQuery(pid, { state, asker, q }));
  const { rows, total, more } = useRows(list);
  const [chosen, onChoose] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<FormerPerson>();
  const first = list.data?.pages[0];
  const all = Object.values(first?.counts ?? {}).reduce((sum, count) => sum + count, 0);
  const picked = rows.filter(({ uid }) => chosen.has(uid));
  const clear = () => onChoose(new Set());
  const mayChange = projectState !== 'archived';
  return (
    <>
      <PageHead title={t('manage.parts.askAgain')} help={t('askAgain.help')}>
        {mayChange && picked.length === 0 && (first?.counts?.to_ask ?? 0) > 0 ? (
          <ShareOut pid={pid} askers={first?.askers ?? []} onDone={clear} />
        ) : null}
      </PageHead>
      <Stack gap="md">
        {all === 0 ? null : <Filters {...{ pid, state, asker, q, onSearch }} first={first} />}
        <Loaded query={list} embedded>
          {() =>
            total === 0 ? (
              <Nobody pid={pid} isFiltered={all > 0} maySet={rights.edit} />
            ) : (
              <>
                {mayChange ? (
                  <SelectionBar count={picked.length} onClear={clear}>
                    <InviteFormer pid={pid} people={picked} onDone={clear} />
                    <ShareOut
                      pid={pid}
                      askers={first?.askers ?? []}
                      uids={picked.map(({ uid }) => uid)}
                      onDone={clear}
                    />
                  </SelectionBar>
                ) : null}
                <DataTable
                  label={t('manage.parts.askAgain')}
                  columns={columnsOf(t, i18n.language, mayChange ? setShown : undefined)}
                  rows={rows}
                  keyOf={({ uid }) => uid}
                  more={more}
                  {...(mayChange && {
                    selection: {
                      chosen,
                      onChoose,
                      nameOf: (row: FormerPerson) =>
                        row.in_project || row.applied ? undefined : shownName(t, row.name),
                    },
                  })}
                />
              </>
            )
          }
        </Loaded>
        <AnswerDialog pid={pid} person={shown} onClose={() => setShown(undefined)} />
      </Stack>
    </>
  );
}

type NobodyProps = { pid: string; isFiltered: boolean; maySet: boolean };

function Nobody({ pid, isFiltered, maySet }: NobodyProps) {
  const { t } = useTranslation();
  if (isFiltered) return <EmptyList icon={<PeopleIcon size={28} />} title={t('tables.filterNone')} />;
  return (
    <EmptyList icon={<PeopleIcon size={28} />} title={t('askAgain.nobody')} description={t('askAgain.nobodyText')}>
      {maySet ? (
        <EmptyState.Actions>
          <ButtonLink
            size="sm"
            variant="default"
            to="/projects/$pid/manage/settings"
            params={{ pid }}
            hash="year-before"
          >
            {t('askAgain.settings')}
          </ButtonLink>
        </EmptyState.Actions>
      ) : null}
    </EmptyList>
  );
}

type FiltersProps = Pick<AskAgainSearch, 'state' | 'asker'> & {
  pid: string;
  q: string;
  onSearch: (text: string) => void;
  first: FormerPersonPage | undefined;
};

function Filters({ pid, state, asker, q, onSearch, first }: FiltersProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const go = (next: Pick<AskAgainSearch, 'state' | 'asker'>) =>
    void navigate({
      to: '/projects/$pid/manage/ask-again',
      params: { pid },
      search: { state, asker, ...(q === '' ? {} : { q }), ...next },
      replace: true,
    });
  const number = (one: (typeof askStates)[number]) => first?.counts?.[one] ?? 0;
  return (
    <Group gap="md" align="flex-end" component="search" aria-label={t('askAgain.filters')}>
      <NativeSelect
        w={{ base: '100%', xs: '14rem' }}
        label={t('askAgain.state')}
        value={state ?? ''}
        onChange={({ currentTarget: { value } }) => go({ state: askStates.find((one) => one === value) })}
        data={[
          { value: '', label: t('askAgain.anyState') },
          ...askStates.map((value) => ({
            value,
            label: t('askAgain.stateCount', { state: t(`askAgain.states.${value}`), number: number(value) }),
          })),
        ]}
      />
      <NativeSelect
        w={{ base: '100%', xs: '14rem' }}
        label={t('askAgain.asker')}
        value={asker ?? ''}
        onChange={({ currentTarget: { value } }) => go({ asker: value === '' ? undefined : value })}
        data={[
          { value: '', label: t('askAgain.anybody') },
          { value: 'nobody', label: t('askAgain.nobodyYet') },
          ...(first?.askers ?? []).map(({ uid, name }) => ({ value: uid, label: shownName(t, name) })),
        ]}
      />
      <TextInput
        type="search"
        w={{ base: '100%', xs: '16rem' }}
        label={t('askAgain.search')}
        value={q}
        maxLength={100}
        onChange={({ currentTarget: { value } }) => onSearch(value)}
      />
    </Group>
  );
}

function statusOf(t: TFunction, { state, in_project: isHere, applied, invited }: FormerPerson): string {
  if (isHere) return t('askAgain.inProject');
  if (applied) return t('askAgain.applied');
  return invited && state === 'asked' ? t('askAgain.invited') : t(`askAgain.states.${state}`);
}

const columnsOf = (
  t: TFunction,
  language: string,
  onOpen: ((person: FormerPerson) => void) | undefined,
): Column<FormerPerson>[] => [
  {
    key: 'name',
    label: t('tables.name'),
    width: '18%',
    cell: (person) =>
      onOpen === undefined ? (
        shownName(t, person.name)
      ) : (
        <Anchor component="button" type="button" inherit ta="start" onClick={() => onOpen(person)}>
          {shownName(t, person.name)}
        </Anchor>
      ),
  },
  {
    key: 'last',
    label: t('askAgain.last'),
    cell: ({ last: { project, teams, shifts } }) =>
      [
        project,
        ...(teams.length === 0
          ? []
          : [
              formatList(
                teams.map(({ name, role }) => (role === 'chief' ? t('people.chiefOf', { team: name }) : name)),
                language,
              ),
            ]),
        ...(shifts === 0 ? [] : [t('askAgain.shifts', { count: shifts })]),
      ].join(' · '),
  },
  { key: 'years', label: t('askAgain.years'), width: '5rem', number: true, phone: 'label', cell: ({ years }) => years },
  {
    key: 'state',
    label: t('tables.status'),
    width: '13%',
    cell: (person) => statusOf(t, person),
  },
  {
    key: 'asker',
    label: t('askAgain.asker'),
    width: '12%',
    phone: 'label',
    cell: ({ asker }) => (asker === null ? '' : shownName(t, asker.name)),
  },
  { key: 'note', label: t('askAgain.note'), width: '14%', cut: true, phone: 'label', cell: ({ note }) => note },
];

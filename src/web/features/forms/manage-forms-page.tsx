import { Button, Group, List, NativeSelect, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifications } from '@mantine/notifications';
import type { FormEntry, Project } from '../../../client/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ListIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Loaded, EmptyList } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { focusPage, usePageTitle } from '../../ui/page.tsx';
import { useEach } from '../../ui/table/each.ts';
import { EachState, SelectionBar } from '../../ui/table/selection-bar.tsx';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { totalsQuery } from './answers/queries.ts';
import { askedBy, FormTable } from './form-table.tsx';
import { formsQuery, setFormsEnabled } from './queries.ts';
import { formStateOf, formStates } from './search.ts';
import type { FormsSearch } from './search.ts';
import { useTeamNames } from '../teams/team-names.ts';

export const loadManageFormsPage = loadManaged('create_forms', ({ load, params: { pid } }) => load(formsQuery(pid)));

export function ManageFormsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/forms' });
  const forms = useQuery({ ...formsQuery(pid), enabled: project.rights.create_forms });
  usePageTitle(`${t('manage.parts.forms')} · ${project.name}`);
  if (!project.rights.create_forms) return <OwnersOnly project={project} />;
  const onSearch = (next: FormsSearch) =>
    void navigate({
      to: '/projects/$pid/manage/forms',
      params: { pid },
      search: next,
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <PageHead title={t('manage.parts.forms')} help={t('manage.forms.lead')}>
        <ButtonLink to="/projects/$pid/manage/forms/new" params={{ pid }} size="sm">
          {t('manage.forms.new')}
        </ButtonLink>
      </PageHead>
      <Loaded query={forms} embedded>
        {(found) =>
          found.length === 0 ? (
            <EmptyList
              icon={<ListIcon size={28} />}
              title={t('manage.forms.none')}
              description={t('manage.forms.noneText')}
            />
          ) : (
            <>
              <Group mb="sm" gap="md" align="flex-end">
                <StateFilter search={search} onSearch={onSearch} />
              </Group>
              {project.state === 'archived' ? null : (
                <Text size="sm" c="dimmed" mb="sm">
                  {t(project.state === 'draft' ? 'manage.forms.onHintDraft' : 'manage.forms.onHint')}
                </Text>
              )}
              <Found project={project} forms={found} search={search} onSearch={onSearch} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

type SearchProps = { search: FormsSearch; onSearch: (search: FormsSearch) => void };

function StateFilter({ search, onSearch }: SearchProps) {
  const { t } = useTranslation();
  const texts = { open: 'manage.forms.isOpen', closed: 'manage.forms.closed', off: 'manage.forms.off' } as const;
  return (
    <NativeSelect
      size="sm"
      label={t('homes.forms.state')}
      value={search.state ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onSearch({ ...search, state: formStates.find((state) => state === value) })
      }
      data={[
        { value: '', label: t('homes.forms.allStates') },
        ...formStates.map((state) => ({ value: state, label: t(texts[state]) })),
      ]}
    />
  );
}

function Found({ project, forms, search, onSearch }: SearchProps & { project: Project; forms: readonly FormEntry[] }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const found = forms.filter((form) => search.state === undefined || formStateOf(form) === search.state);
  return (
    <>
      <ChosenForms
        project={project}
        forms={found.filter(({ form }) => chosen.has(form))}
        onEnd={(left) => {
          setChosen(new Set(left.map(({ form }) => form)));
          focusPage();
        }}
      />
      {found.length === 0 ? (
        t('tables.filterNone')
      ) : (
        <FormTable
          project={project}
          forms={found}
          sort={search.sort}
          onSort={(sort) => onSearch({ ...search, sort })}
          selection={{
            chosen,
            onChoose: setChosen,
            nameOf: ({ title, rights }) => (rights.edit ? title : undefined),
          }}
        />
      )}
    </>
  );
}

type ChosenFormsProps = {
  project: Project;
  forms: readonly FormEntry[];
  /** Called with the forms that stay selected. */
  onEnd: (left: readonly FormEntry[]) => void;
};

/** Turns the selected forms on or off. */
function ChosenForms({ project, forms, onEnd }: ChosenFormsProps) {
  const { pid, state } = project;
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  // In a draft, nobody is notified before it is public.
  const isPublic = state === 'public';
  const end =
    (text: 'turnedOnAllLater' | 'turnedOnAllNotified' | 'turnedOffAll') =>
    (done: number, left: readonly FormEntry[]) => {
      if (done > 0) notifications.show({ message: t(`manage.forms.${text}`, { count: done }) });
      onEnd(left);
    };
  const turnOn = useEach(setFormsEnabled(pid, true), end(isPublic ? 'turnedOnAllNotified' : 'turnedOnAllLater'));
  const turnOff = useEach(setFormsEnabled(pid, false), end('turnedOffAll'));
  const running = turnOn.running || turnOff.running;
  const off = forms.filter(({ enabled }) => !enabled);
  const on = forms.filter(({ enabled }) => enabled);
  return (
    <>
      <SelectionBar count={forms.length} disabled={running} onClear={() => onEnd([])}>
        {off.length === 0 ? null : (
          <Button size="xs" disabled={running} onClick={() => setAsking(true)}>
            {t('manage.forms.turnOnAll', { count: off.length })}
          </Button>
        )}
        {on.length === 0 ? null : (
          <Button
            size="xs"
            variant="default"
            disabled={running}
            onClick={() => {
              turnOn.reset();
              turnOff.run(on);
            }}
          >
            {t('manage.forms.turnOffAll', { count: on.length })}
          </Button>
        )}
      </SelectionBar>
      <ConfirmDialog
        opened={asking}
        title={t('manage.forms.turnOnAllTitle', { count: off.length })}
        text={asking ? <Notified project={project} forms={off} /> : null}
        confirm={t('manage.forms.turnOnAll', { count: off.length })}
        color="spruce"
        onConfirm={() => {
          setAsking(false);
          turnOff.reset();
          turnOn.run(off);
        }}
        onClose={() => setAsking(false)}
      />
      <EachState
        each={turnOn}
        label={t('manage.forms.turnOnAll', { count: turnOn.all })}
        result={(done, all) => t('manage.forms.turnedOnOf', { done, count: all })}
        keyOf={({ form }) => form}
        nameOf={({ title }) => title}
      />
      <EachState
        each={turnOff}
        label={t('manage.forms.turnOffAll', { count: turnOff.all })}
        result={(done, all) => t('manage.forms.turnedOffOf', { done, count: all })}
        keyOf={({ form }) => form}
        nameOf={({ title }) => title}
      />
    </>
  );
}

/** Whom each form notifies when it is turned on. */
function Notified({ project: { pid, state }, forms }: { project: Project; forms: readonly FormEntry[] }) {
  const { t } = useTranslation();
  const teamNames = useTeamNames(pid);
  const totals = useQueries({ queries: forms.map(({ form }) => totalsQuery(pid, form)) });
  return (
    <>
      {t(state === 'public' ? 'manage.forms.turnOnAllWho' : 'manage.forms.turnOnAllWhoLater')}
      <List size="sm" mt="xs">
        {forms.map((form, index) => {
          const asked = askedBy(t, form, teamNames(form.tids));
          const count = totals[index]?.data?.not_answered;
          return (
            <List.Item key={form.form}>
              {count === undefined
                ? `${form.title}: ${asked}`
                : t('manage.forms.asks', { title: form.title, asked, count })}
            </List.Item>
          );
        })}
      </List>
    </>
  );
}

import { EmptyState, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry, Project } from '../../../client/client.ts';
import { ListIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Loaded, EmptyList } from '../../ui/page-state.tsx';
import { focusPage, PageHeading, usePageTitle } from '../../ui/page.tsx';
import { useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { ChosenForms } from './chosen-forms.tsx';
import { FormTable } from './form-table.tsx';
import { formsQuery } from './queries.ts';
import { formStateOf, formStates } from './search.ts';
import type { FormsSearch } from './search.ts';
import { useTold } from '../notices/told.ts';

export function ManageFormsPage() {
  const { t } = useTranslation();
  const told = useTold();
  const { pid, project } = useManagedProject();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/forms' });
  const forms = useQuery({ ...formsQuery(pid), enabled: project.rights.create_forms });
  usePageTitle(`${t('manage.parts.forms')} · ${project.name}`);
  if (!project.rights.create_forms) return <OwnersOnly project={project} />;
  const create = (
    <ButtonLink to="/projects/$pid/manage/forms/new" params={{ pid }}>
      {t('manage.forms.new')}
    </ButtonLink>
  );
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
      <PageHeading title={t('manage.parts.forms')} lead={t('manage.forms.lead')} />
      <Loaded query={forms} embedded>
        {(found) =>
          found.length === 0 ? (
            <EmptyList
              icon={<ListIcon size={28} />}
              title={t('manage.forms.none')}
              description={t('manage.forms.noneText')}
            >
              <EmptyState.Actions>{create}</EmptyState.Actions>
            </EmptyList>
          ) : (
            <>
              <Group mb="sm" gap="md" align="flex-end">
                <StateFilter search={search} onSearch={onSearch} />
                {create}
              </Group>
              {project.state === 'archived' ? null : (
                <Text size="sm" c="dimmed" mb="sm">
                  {told(t(project.state === 'draft' ? 'manage.forms.onHintDraft' : 'manage.forms.onHint'))}
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

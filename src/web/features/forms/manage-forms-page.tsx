import { EmptyState, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ListIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Loaded, EmptyList } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { FormTable } from './form-table.tsx';
import { formsQuery } from './queries.ts';

export function ManageFormsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const navigate = useNavigate();
  const { sort } = useSearch({ from: '/signed-in/projects/$pid/manage/forms' });
  const forms = useQuery({ ...formsQuery(pid), enabled: project.rights.create_forms });
  usePageTitle(`${t('manage.parts.forms')} · ${project.name}`);
  if (!project.rights.create_forms) return <OwnersOnly project={project} />;
  const create = (
    <ButtonLink to="/projects/$pid/manage/forms/new" params={{ pid }}>
      {t('manage.forms.new')}
    </ButtonLink>
  );
  const onSort = (next: string) =>
    void navigate({
      to: '/projects/$pid/manage/forms',
      params: { pid },
      search: { sort: next },
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
              <Group mb="md">{create}</Group>
              <FormTable project={project} forms={found} sort={sort} onSort={onSort} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

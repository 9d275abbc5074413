import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import type { Form } from '../../../../client/client.ts';
import type { Loading } from '../../../loading.ts';
import { Loaded } from '../../../ui/page-state.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { loadManaged, useManagedProject } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { formQuery } from '../queries.ts';
import { FormDisclosure, useListTitle } from './form-disclosure.tsx';

export const loadDisclosurePage = loadManaged(
  'create_forms',
  ({ load, params: { pid, form } }: Loading<'pid' | 'form'>) => load(formQuery(pid, form)),
);

export function DisclosurePage() {
  const { pid, project } = useManagedProject();
  const { form } = useParams({ from: '/signed-in/projects/$pid/manage/forms/$form/passed-on' });
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/forms/$form/passed-on' });
  const isAllowed = project.rights.create_forms || project.rights.edit_subsidies;
  const query = useQuery({ ...formQuery(pid, form), enabled: isAllowed });
  usePageTitle(`${useListTitle(query.data)} · ${project.name}`);
  if (!isAllowed) return <OwnersOnly project={project} />;
  return (
    <Loaded query={query}>
      {(found) =>
        isAccounts(found, search.kind) ? (
          <Navigate to="/projects/$pid/manage/travel-money/$form/accounts" params={{ pid, form }} replace />
        ) : project.rights.create_forms ? (
          <FormDisclosure form={found} kind={search.kind} />
        ) : (
          <OwnersOnly project={project} />
        )
      }
    </Loaded>
  );
}

/** The accounts to which travel money is sent are with the payments. */
const isAccounts = ({ kind, passes_on: shared }: Form, chosen: string | undefined): boolean =>
  kind === 'travel_money' && (chosen ?? shared[0]) === 'bank' && shared.includes('bank');

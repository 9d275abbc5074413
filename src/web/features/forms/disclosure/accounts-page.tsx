import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Loading } from '../../../loading.ts';
import { Loaded } from '../../../ui/page-state.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { loadManaged, useManagedProject } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { TravelTabs } from '../payments/travel-tabs.tsx';
import { formQuery, formsQuery } from '../queries.ts';
import { FormDisclosure, useListTitle } from './form-disclosure.tsx';

export const loadAccountsPage = loadManaged(
  'edit_subsidies',
  ({ load, params: { pid, form } }: Loading<'pid' | 'form'>) =>
    Promise.all([load(formQuery(pid, form)), load(formsQuery(pid))]),
);

/** Where to send the travel money of a form. */
export function AccountsPage() {
  const { pid, project } = useManagedProject();
  const { form } = useParams({ from: '/signed-in/projects/$pid/manage/travel-money/$form/accounts' });
  const query = useQuery({ ...formQuery(pid, form), enabled: project.rights.edit_subsidies });
  usePageTitle(`${useListTitle(query.data)} · ${project.name}`);
  if (!project.rights.edit_subsidies) return <OwnersOnly project={project} />;
  return (
    <Loaded query={query}>
      {(found) => (
        <>
          <TravelTabs pid={pid} at="accounts" form={found} />
          <FormDisclosure form={found} kind="bank" />
        </>
      )}
    </Loaded>
  );
}

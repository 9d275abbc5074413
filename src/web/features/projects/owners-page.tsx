import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, ProjectOwner } from '../../../client/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { useMe } from '../people/queries.ts';
import { useChange } from '../../ui/change.ts';
import { DeputiesSection } from './deputies/deputies-section.tsx';
import { EndingWithOwner } from './deputies/ending-with-owner.tsx';
import { grantsQuery } from './deputies/queries.ts';
import { InviteOwner, InvitedOwners } from './invited-owners.tsx';
import { OwnersOnly } from './owners-only.tsx';
import { ReleasedPlaces } from '../tasks/released-places.tsx';
import { teamsQuery } from '../teams/queries.ts';
import { PersonPicker } from '../users/person-picker.tsx';
import { loadManaged, useManagedProject } from './managed-project.ts';
import { addOwner, ownersQuery, removeOwner } from './queries.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';

export const loadOwnersPage = loadManaged('see_grants', ({ load, params: { pid } }) =>
  Promise.all([load(ownersQuery(pid)), load(grantsQuery(pid)), load(teamsQuery(pid))]),
);

export function OwnersPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const owners = useQuery(ownersQuery(pid));
  usePageTitle(`${t('manage.parts.owners')} · ${project.name}`);
  if (!project.rights.see_grants) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('manage.parts.owners')} help={t('manage.owners.lead')} />
      <Loaded query={owners} embedded>
        {(found) => (
          <Stack gap="xl">
            <OwnerList project={project} owners={found} />
            <DeputiesSection project={project} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

type OwnerListProps = { project: Project; owners: readonly ProjectOwner[] };

function OwnerList({ project: { pid, rights }, owners }: OwnerListProps) {
  const mayInvite = rights.edit;
  const { t } = useTranslation();
  const me = useMe();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<ProjectOwner>();
  const [endsGrants, setEndsGrants] = useState(false);
  const add = useChange(addOwner(pid), {
    message: ({ uid, name }) =>
      uid === me?.uid ? t('manage.owners.added', { context: 'self' }) : t('manage.owners.added', { name }),
    onDone: () => setAdding(false),
  });
  const remove = useChange(removeOwner(pid), {
    message: ({ uid, name }) =>
      uid === me?.uid ? t('manage.owners.removed', { context: 'self' }) : t('manage.owners.removed', { name }),
    onDone: () => {
      setRemoving(undefined);
      setEndsGrants(false);
    },
  });
  const only = owners.length === 1;
  return (
    <Stack gap="xl">
      <Paper className="muster-surface" p="lg">
        <Stack gap={0} component="ul" className="muster-plain-list">
          {owners.map((owner) => (
            <Group key={owner.uid} component="li" className="muster-row" justify="space-between" wrap="nowrap">
              <Text fw={550} className="muster-breaks">
                {owner.uid === me?.uid ? t('manage.owners.you', { name: owner.name }) : owner.name}
              </Text>
              {only || !rights.appoint_owners ? null : (
                <Button
                  size="xs"
                  variant="default"
                  flex="none"
                  aria-label={t('manage.removeWhom', { name: owner.name })}
                  onClick={() => setRemoving(owner)}
                >
                  {t('manage.remove')}
                </Button>
              )}
            </Group>
          ))}
          {mayInvite ? <InvitedOwners pid={pid} /> : null}
        </Stack>
        {only && rights.appoint_owners ? (
          <Text size="sm" c="dimmed" mt="sm">
            {t('manage.owners.last')}
          </Text>
        ) : null}
        {rights.appoint_owners ? (
          <Button size="xs" mt="sm" aria-haspopup="dialog" onClick={() => setAdding(true)}>
            {t('manage.owners.addTitle')}
          </Button>
        ) : null}
      </Paper>
      <SideDrawer opened={adding} title={t('manage.owners.addTitle')} onClose={() => setAdding(false)}>
        <PersonPicker
          label={t('manage.picker.label')}
          action={t('manage.owners.add')}
          taken={new Set(owners.map(({ uid }) => uid))}
          takenText={t('manage.owners.isOwner')}
          {...(mayInvite && { hint: t('manage.owners.searchHint') })}
          renderNobody={(typed) => (
            <InviteOwner pid={pid} typed={typed} mayInvite={mayInvite} onInvited={() => setAdding(false)} />
          )}
          pendingUid={add.isPending ? add.variables.uid : undefined}
          onPick={(person) => add.mutate(person)}
        />
        {add.isError ? <OrganiserProblem error={add.error} /> : null}
      </SideDrawer>
      <ConfirmDialog
        opened={removing !== undefined}
        title={t('manage.owners.removeTitle', { name: removing?.name ?? '' })}
        text={removing?.uid === me?.uid ? t('manage.owners.removeSelfText') : t('manage.owners.removeText')}
        confirm={t('manage.remove')}
        pending={remove.isPending}
        onConfirm={() => removing && remove.mutate({ ...removing, endsGrants })}
        onClose={() => {
          setRemoving(undefined);
          setEndsGrants(false);
          remove.reset();
        }}
      >
        {removing === undefined ? null : <ReleasedPlaces departure={{ of: 'owner', pid, uid: removing.uid }} />}
        {removing === undefined ? null : (
          <EndingWithOwner pid={pid} uid={removing.uid} ends={endsGrants} onChange={setEndsGrants} />
        )}
        {remove.isError ? <OrganiserProblem error={remove.error} /> : null}
      </ConfirmDialog>
    </Stack>
  );
}

import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProjectOwner } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { useMe } from '../people/queries.ts';
import { useChange } from '../../ui/change.ts';
import { OwnersOnly } from './no-access.tsx';
import { PersonPicker } from '../users/person-picker.tsx';
import { useManaged } from './managed-project.ts';
import { ownersQuery } from './manage-queries.ts';
import { WhyAlert } from '../../ui/organiser-problem.tsx';

export function OwnersPage() {
  const { t } = useTranslation();
  const { pid, project } = useManaged();
  const owners = useQuery(ownersQuery(pid));
  usePageTitle(`${t('manage.parts.owners')} · ${project.name}`);
  if (!project.rights.appoint_owners) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHeading title={t('manage.parts.owners')} lead={t('manage.owners.lead')} />
      <Loaded query={owners} alone={false}>
        {(found) => <OwnerList pid={pid} owners={found} />}
      </Loaded>
    </>
  );
}

function OwnerList({ pid, owners }: { pid: string; owners: readonly ProjectOwner[] }) {
  const { t } = useTranslation();
  const me = useMe();
  const [asked, setAsked] = useState<ProjectOwner>();
  const add = useChange({
    change: ({ uid }: { uid: string; name: string }) => call('add_owner', { path: { pid, uid } }),
    message: ({ name }) => t('manage.owners.added', { name }),
  });
  const remove = useChange({
    change: ({ uid }: ProjectOwner) => call('remove_owner', { path: { pid, uid } }),
    message: ({ name }) => t('manage.owners.removed', { name }),
    onDone: () => setAsked(undefined),
  });
  const only = owners.length === 1;
  return (
    <Stack gap="xl">
      <Paper className="muster-surface" p="lg">
        <Stack gap={0} component="ul" className="muster-plain-list">
          {owners.map((owner) => (
            <Group key={owner.uid} component="li" className="muster-row" justify="space-between">
              <Text fw={550}>{owner.uid === me?.uid ? t('manage.owners.you', { name: owner.name }) : owner.name}</Text>
              {only ? null : (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('manage.removeWhom', { name: owner.name })}
                  onClick={() => setAsked(owner)}
                >
                  {t('manage.remove')}
                </Button>
              )}
            </Group>
          ))}
        </Stack>
        {only ? (
          <Text size="sm" c="dimmed" mt="sm">
            {t('manage.owners.last')}
          </Text>
        ) : null}
      </Paper>
      <Paper className="muster-surface" p="lg" component="section" aria-labelledby="add-owner">
        <Title order={2} size="h4" mb="sm" id="add-owner">
          {t('manage.owners.addTitle')}
        </Title>
        <PersonPicker
          label={t('manage.picker.label')}
          action={t('manage.owners.add')}
          taken={new Set(owners.map(({ uid }) => uid))}
          takenWord={t('manage.owners.isOwner')}
          pendingUid={add.isPending ? add.variables.uid : undefined}
          onPick={(person) => add.mutate(person)}
        />
        {add.isError ? <WhyAlert error={add.error} /> : null}
      </Paper>
      <ConfirmDialog
        opened={asked !== undefined}
        title={t('manage.owners.removeTitle', { name: asked?.name ?? '' })}
        text={asked?.uid === me?.uid ? t('manage.owners.removeSelfText') : t('manage.owners.removeText')}
        confirm={t('manage.remove')}
        pending={remove.isPending}
        onConfirm={() => asked && remove.mutate(asked)}
        onClose={() => {
          setAsked(undefined);
          remove.reset();
        }}
      >
        {remove.isError ? <WhyAlert error={remove.error} /> : null}
      </ConfirmDialog>
    </Stack>
  );
}

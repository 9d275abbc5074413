import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandOut } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { TitledCard } from '../../../ui/cards/titled-card.tsx';
import { changeHandOut, createHandOut, handOutsQuery, removeHandOut } from '../queries.ts';
import { AudienceText } from './audience-text.tsx';
import { GivenDialog } from './given-dialog.tsx';
import { HandOutForm } from './hand-out-form.tsx';

export function HandOutsCard({ pid, timezone }: { pid: string; timezone: string }) {
  const { t } = useTranslation();
  const handOuts = useQuery(handOutsQuery(pid));
  /** A new number empties the fields. */
  const [added, setAdded] = useState(0);
  const [editing, setEditing] = useState<HandOut>();
  const [leaving, setLeaving] = useState<HandOut>();
  const [shown, setShown] = useState<HandOut>();
  const create = useChange(createHandOut(pid), { onDone: () => setAdded(added + 1) });
  const close = () => setLeaving(undefined);
  const remove = useChange(removeHandOut(pid), { message: () => t('desk.manage.removed'), onDone: close });
  const change = useChange(changeHandOut(pid), {
    message: () => t('desk.manage.changed'),
    onDone: () => setEditing(undefined),
  });
  return (
    <TitledCard id="hand-outs" title={t('desk.manage.handOuts')} lead={t('desk.manage.handOutsLead')}>
      <Stack gap="md">
        <Loaded query={handOuts} embedded>
          {({ data }) =>
            data.length === 0 ? (
              <Text>{t('desk.manage.noHandOuts')}</Text>
            ) : (
              <Stack component="ul" className="muster-plain-list" gap="sm">
                {data.map((handOut) => (
                  <Group key={handOut.id} component="li" justify="space-between">
                    <div>
                      <Text fw={600}>{handOut.name}</Text>
                      <Text size="sm" c="dimmed">
                        <AudienceText pid={pid} audience={handOut.audience} />
                      </Text>
                      <Text size="sm" c="dimmed">
                        {t('desk.manage.given', { count: handOut.given })}
                      </Text>
                    </div>
                    <Group gap="xs">
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={t('handedOut.showWhat', { name: handOut.name })}
                        onClick={() => setShown(handOut)}
                      >
                        {t('handedOut.show')}
                      </Button>
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={t('desk.manage.editWhat', { name: handOut.name })}
                        onClick={() => setEditing(handOut)}
                      >
                        {t('desk.manage.edit')}
                      </Button>
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={t('desk.manage.removeWhat', { name: handOut.name })}
                        onClick={() => setLeaving(handOut)}
                      >
                        {t('desk.manage.remove')}
                      </Button>
                    </Group>
                  </Group>
                ))}
              </Stack>
            )
          }
        </Loaded>
        <HandOutForm
          key={added}
          pid={pid}
          start={{ name: '', audience: { everyone: true } }}
          submit={t('desk.manage.addHandOut')}
          pending={create.isPending}
          onSubmit={create.mutate}
        />
        {create.isError ? <OrganiserProblem error={create.error} /> : null}
      </Stack>
      <GivenDialog pid={pid} timezone={timezone} handOut={shown} onClose={() => setShown(undefined)} />
      <Dialog
        opened={editing !== undefined}
        title={t('desk.manage.editTitle')}
        onClose={() => {
          setEditing(undefined);
          change.reset();
        }}
      >
        {editing === undefined ? null : (
          <Stack gap="md">
            <HandOutForm
              pid={pid}
              start={editing}
              submit={t('desk.manage.save')}
              pending={change.isPending}
              onSubmit={(changes) => change.mutate({ id: editing.id, changes })}
            />
            {change.isError ? <OrganiserProblem error={change.error} /> : null}
          </Stack>
        )}
      </Dialog>
      <ConfirmDialog
        opened={leaving !== undefined}
        title={t('desk.manage.removeTitle')}
        text={t('desk.manage.removeText')}
        confirm={t('desk.manage.remove')}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => leaving && remove.mutate(leaving)}
        onClose={() => {
          close();
          remove.reset();
        }}
      />
    </TitledCard>
  );
}

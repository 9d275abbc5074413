import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandOut } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { teamsQuery } from '../../teams/queries.ts';
import { createHandOut, handOutsQuery, removeHandOut } from '../queries.ts';

export function HandOutsCard({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const handOuts = useQuery(handOutsQuery(pid));
  const teams = useQuery(teamsQuery(pid));
  const [name, setName] = useState('');
  const [tid, setTid] = useState('');
  const [leaving, setLeaving] = useState<HandOut>();
  const create = useChange(createHandOut(pid), { onDone: () => setName('') });
  const close = () => setLeaving(undefined);
  const remove = useChange(removeHandOut(pid), { message: () => t('desk.manage.removed'), onDone: close });
  const teamList = teams.data ?? [];
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
                        {t('desk.manage.given', { count: handOut.given })}
                      </Text>
                    </div>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={t('desk.manage.removeWhat', { name: handOut.name })}
                      onClick={() => setLeaving(handOut)}
                    >
                      {t('desk.manage.remove')}
                    </Button>
                  </Group>
                ))}
              </Stack>
            )
          }
        </Loaded>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const audience = tid === '' ? { everyone: true as const } : { tids: [tid] };
            if (name.trim() !== '') create.mutate({ name: name.trim(), audience });
          }}
        >
          <Group align="flex-end">
            <TextInput
              label={t('desk.manage.handOutName')}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              maxLength={100}
            />
            <NativeSelect
              label={t('desk.manage.who')}
              value={tid}
              onChange={(event) => setTid(event.currentTarget.value)}
              data={[
                { value: '', label: t('desk.manage.everyone') },
                ...teamList.map((team) => ({ value: team.tid, label: team.name })),
              ]}
            />
            <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
              {t('desk.manage.addHandOut')}
            </Button>
          </Group>
        </form>
        {create.isError ? <OrganiserProblem error={create.error} /> : null}
      </Stack>
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

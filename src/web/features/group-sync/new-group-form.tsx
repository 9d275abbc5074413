import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupServer, NewSyncedGroup } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { fieldErrors, focusFirstError } from '../../ui/editing/field-errors.ts';
import { rejectsField } from '../../ui/problems/api-problem.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { teamsQuery } from '../teams/queries.ts';
import { addGroup } from './queries.ts';
import { groupText, kindText } from './texts.ts';

type Values = Pick<NewSyncedGroup, 'group' | 'target_kind' | 'target'>;
type NewGroupFormProps = { pid: string; server: GroupServer; onDone: () => void };

export function NewGroupForm({ pid, server, onDone }: NewGroupFormProps) {
  const { t } = useTranslation();
  const formId = useId();
  const teams = useQuery(teamsQuery(pid)).data ?? [];
  const names = new Map(teams.map(({ tid, name }) => [tid, name]));
  const isMailman = server.kind === 'mailman';
  const add = useChange(addGroup(pid), { message: () => t('groupSync.groupAdded'), onDone });
  const groups = ['staff', 'chiefs', ...teams.flatMap(({ tid }) => [`team:${tid}`, `chiefs:${tid}`])];
  const targetError = isMailman ? t('groupSync.targetList') : t('groupSync.targetId');
  const form = useForm<Values>({
    initialValues: { group: 'staff', target_kind: isMailman ? 'list' : 'channel', target: '' },
    validate: { target: (target) => (target.trim() === '' ? targetError : null) },
  });
  const send = (values: Values) =>
    add.mutate(
      { ...values, server: server.id, target: values.target.trim() },
      {
        onError: (error) =>
          focusFirstError(formId, () =>
            form.setErrors(
              fieldErrors(error, {
                errorText: (field) => (field === 'target' ? t('groupSync.targetRefused') : undefined),
              }),
            ),
          ),
      },
    );
  return (
    <form id={formId} onSubmit={form.onSubmit(send, () => focusFirstError(formId))} noValidate>
      <Stack gap="md">
        <NativeSelect
          {...form.getInputProps('group')}
          label={t('groupSync.group')}
          data={groups.map((value) => ({ value, label: groupText(t, value, (tid) => names.get(tid) ?? tid) }))}
          data-autofocus
        />
        {isMailman ? null : (
          <NativeSelect
            {...form.getInputProps('target_kind')}
            label={t('groupSync.targetKind')}
            description={t('groupSync.targetKindHint')}
            data={(['channel', 'team'] as const).map((value) => ({ value, label: kindText(t, value) }))}
          />
        )}
        <TextInput
          {...form.getInputProps('target')}
          label={isMailman ? t('groupSync.list') : t('groupSync.identifier')}
          description={isMailman ? undefined : t('groupSync.identifierHint')}
          maxLength={200}
          placeholder={isMailman ? 'venue@lists.example.org' : '4eb6axxw7fg3je5iyasnfudc5y'}
          autoComplete="off"
          spellCheck={false}
          required
        />
        {add.isError && !rejectsField(add.error, 'target') ? <OrganiserProblem error={add.error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={add.isPending}>
            {t('groupSync.startDryRun')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

import { Checkbox, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { shownName } from '../../../../locales/format/names.ts';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { partName } from './part-name.ts';
import { grantsOfQuery } from './queries.ts';

type EndingWithOwnerProps = { pid: string; uid: string; ends: boolean; onChange: (ends: boolean) => void };

/** The deputies whom an owner appointed, for the dialog that asks before the owner is removed. */
export function EndingWithOwner({ pid, uid, ends, onChange }: EndingWithOwnerProps) {
  const { t } = useTranslation();
  const grants = useQuery(grantsOfQuery(pid, uid));
  if (grants.isError) return <ProblemAlert error={grants.error} onRetry={() => void grants.refetch()} />;
  if (grants.data === undefined || grants.data.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text>{t('deputies.appointed')}</Text>
      <List size="sm" mah="14rem" style={{ overflowY: 'auto' }}>
        {grants.data.map((grant) => (
          <List.Item key={grant.id}>{`${shownName(t, grant.name)} · ${partName(t, grant)}`}</List.Item>
        ))}
      </List>
      <Checkbox
        label={t('deputies.endWithOwner')}
        checked={ends}
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
      />
    </Stack>
  );
}

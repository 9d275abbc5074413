import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Claim } from '../../../client/client.ts';

const colors: Readonly<Record<Claim['state'], string>> = {
  draft: 'gray',
  sent: 'blue',
  returned: 'orange',
  refused: 'red',
  withdrawn: 'gray',
  approved: 'teal',
  in_payout: 'teal',
  paid: 'green',
};

export function StateBadge({ state }: { state: Claim['state'] }) {
  const { t } = useTranslation();
  return (
    <Badge variant="outline" color={colors[state]} c="var(--mantine-color-text)" tt="none" flex="none">
      {t(`money.states.${state}`)}
    </Badge>
  );
}

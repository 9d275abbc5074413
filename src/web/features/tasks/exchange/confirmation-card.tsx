import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { SavedAtOnce } from '../../../ui/editing/saved-at-once.tsx';
import { TitledCard } from '../../../ui/cards/titled-card.tsx';
import { changeConfirmDays } from './queries.ts';

const choices = [1, 2, 3, 4, 5, 7, 10, 14, 21, 30];

/** When the project asks. Saved with each choice. */
export function ConfirmationCard({ project }: { project: Project }) {
  const { t } = useTranslation();
  const change = useChange(changeConfirmDays(project.pid), { message: () => t('exchange.setting.saved') });
  const { confirm_days: current } = project;
  const days = current === null || choices.includes(current) ? choices : [...choices, current];
  return (
    <TitledCard id="confirmation" title={t('exchange.setting.title')} lead={t('exchange.setting.lead')}>
      {change.isError ? <OrganiserProblem error={change.error} /> : null}
      <NativeSelect
        label={t('exchange.setting.label')}
        mb="md"
        maw="16rem"
        disabled={change.isPending}
        value={String((change.isPending ? change.variables : current) ?? '')}
        onChange={({ currentTarget: { value } }) => change.mutate(value === '' ? null : Number(value))}
        data={[
          { value: '', label: t('exchange.setting.off') },
          ...days.map((count) => ({ value: String(count), label: t('exchange.setting.days', { count }) })),
        ]}
      />
      <SavedAtOnce />
    </TitledCard>
  );
}

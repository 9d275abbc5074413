import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { planCopyQuery } from '../queries.ts';

type PlanCopyPreviewProps = { pid: string; days: { starts_on: string | null; ends_on: string | null } };

/** How much of the plan a project on these days would take over, and how much it would not. */
export function PlanCopyPreview({ pid, days }: PlanCopyPreviewProps) {
  const { t } = useTranslation();
  const copy = useQuery({ ...planCopyQuery(pid, days), placeholderData: keepPreviousData }).data;
  if (copy === undefined) return null;
  const { left_out: leftOut, ...counts } = copy;
  return (
    <output>
      <Text size="sm">{t('admin.newProject.copyPlan', counts)}</Text>
      {leftOut > 0 ? <Text size="sm">{t('admin.newProject.copyLeftOut', { tasks: leftOut })}</Text> : null}
    </output>
  );
}

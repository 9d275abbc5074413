import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry } from '../../../client/client.ts';
import { formatDeadlineAt } from '../../ui/format/dates.ts';
import { projectQuery } from '../projects/queries.ts';

type Times = Pick<FormEntry, 'pid' | 'open' | 'opens_at' | 'closes_at'>;

/** When a form opens or closes, in the time zone of the event. */
export function Deadline({ form }: { form: Times }) {
  const { t, i18n } = useTranslation();
  const [nowMs] = useState(Date.now);
  const project = useQuery(projectQuery(form.pid)).data;
  const { open, opens_at: opensAt, closes_at: closesAt } = form;
  if (project === undefined) return null;
  const at = (iso: string) => ({ time: formatDeadlineAt(iso, i18n.language, project.timezone) });
  if (open) return closesAt === null ? t('project.forms.noDeadline') : t('project.forms.closesAt', at(closesAt));
  if (opensAt !== null && Date.parse(opensAt) > nowMs) return t('project.forms.opensAt', at(opensAt));
  return closesAt === null ? t('project.forms.closed') : t('project.forms.closedAt', at(closesAt));
}

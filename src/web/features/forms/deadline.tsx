import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry } from '../../../client/client.ts';
import { currentMs } from '../../../locales/format/dates.ts';
import { formatDeadlineAt, formatOpeningAt } from '../../../locales/format/deadline.ts';
import { projectQuery } from '../projects/queries.ts';

type Times = Pick<FormEntry, 'pid' | 'open' | 'opens_at' | 'closes_at'>;

/** When a form opens or closes, in the time zone of the event. */
export function Deadline({ form }: { form: Times }) {
  const { t, i18n } = useTranslation();
  const [nowMs] = useState(currentMs);
  const project = useQuery(projectQuery(form.pid)).data;
  const { open, opens_at: opensAt, closes_at: closesAt } = form;
  if (project === undefined) return null;
  const until = (iso: string) => ({ time: formatDeadlineAt({ t, i18n }, iso, project.timezone) });
  const from = (iso: string) => ({ time: formatOpeningAt({ i18n }, iso, project.timezone) });
  if (open) return closesAt === null ? t('project.forms.noDeadline') : t('project.forms.closesAt', until(closesAt));
  if (project.state !== 'archived' && opensAt !== null && Date.parse(opensAt) > nowMs)
    return t('project.forms.opensAt', from(opensAt));
  // In an archived project, forms are closed before their deadline.
  const hasPassed = closesAt !== null && Date.parse(closesAt) <= nowMs;
  return hasPassed ? t('project.forms.closedAt', until(closesAt)) : t('project.forms.closed');
}

import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { currentTime, formatDateTimeAt } from '../../../../locales/format/dates.ts';

type CallTimesProps = { project: Pick<Project, 'call_opens_at' | 'call_closes_at' | 'timezone' | 'state'> };

/** Whether the project has a call: then people apply on a page of its own. */
export const hasCall = ({ call_opens_at, call_closes_at }: CallTimesProps['project']): boolean =>
  call_opens_at !== null || call_closes_at !== null;

/** Also true without a call. */
export function isCallOpen({ call_opens_at: opens, call_closes_at: closes }: CallTimesProps['project']): boolean {
  const now = new Date(currentTime()).toISOString();
  return (opens ?? '') <= now && (closes === null || closes > now);
}

/** Says from when or until when people can apply; shows nothing for projects without a call. */
export function CallTimes({ project }: CallTimesProps) {
  const { t, i18n } = useTranslation();
  const { call_opens_at: opens, call_closes_at: closes, timezone, state } = project;
  if (!hasCall(project) || state === 'archived') return null;
  const now = new Date(currentTime()).toISOString();
  const at = (moment: string) => formatDateTimeAt(moment, i18n.language, timezone);
  if (opens !== null && opens > now) return <Text fw={600}>{t('apply.call.from', { date: at(opens) })}</Text>;
  if (closes === null) return null;
  return <Text fw={600}>{t(closes > now ? 'apply.call.until' : 'apply.call.over', { date: at(closes) })}</Text>;
}

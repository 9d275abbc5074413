import { Alert, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LostPlace } from '../../../../client/client.ts';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { AlertIcon } from '../../../ui/icons.tsx';
import { ruleText } from '../../../ui/problems/organiser-problem.tsx';

const shown = 20;

/** Who would lose a place, and why. */
export function Losses({ lost, timezone }: { lost: readonly LostPlace[]; timezone: string }) {
  const { t, i18n } = useTranslation();
  const count = lost.length;
  const rules = new Set(lost.map(({ reason, rule }) => ruleText(t, reason, rule)).filter(Boolean));
  return (
    <Alert
      color="orange"
      variant="outline"
      icon={<AlertIcon />}
      title={t('series.losses.title', { count })}
      role="alert"
    >
      <List size="sm">
        {lost.slice(0, shown).map(({ uid, name, task, title, starts_at: start, reason }) => (
          <List.Item key={`${task} ${uid}`}>
            {t('series.losses.person', {
              name,
              title,
              when: formatDateTimeAt(start, i18n.language, timezone),
              reason: t(`series.losses.reasons.${reason}`),
            })}
          </List.Item>
        ))}
      </List>
      {count > shown ? <Text size="sm">{t('series.losses.more', { count: count - shown })}</Text> : null}
      {[...rules].map((rule) => (
        <Text key={rule} size="sm">
          {rule}
        </Text>
      ))}
      <Text size="sm" mt="xs">
        {t('series.losses.notified')}
      </Text>
    </Alert>
  );
}

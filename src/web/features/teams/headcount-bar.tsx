import { Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Team } from '../../../client/client.ts';

type HeadcountBarProps = { team: Pick<Team, 'member_count' | 'headcount' | 'open_places' | 'name'> };

/** How full a team is; only the number of people for a team without a headcount. */
export function HeadcountBar({ team }: HeadcountBarProps) {
  const { t } = useTranslation();
  const { member_count: count, headcount, open_places: open } = team;
  if (headcount === null) return <Text size="sm">{t('manage.headcount.uncapped', { count })}</Text>;
  // Suspended people keep their places, but are not counted.
  const kept = headcount - count - (open ?? 0);
  const share = headcount === 0 ? 100 : Math.min(100, (count / headcount) * 100);
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {t('manage.headcount.of', { count, headcount })}
          {kept > 0 ? ` · ${t('manage.headcount.suspended', { count: kept })}` : ''}
        </Text>
        <Text size="sm" c="dimmed">
          {(open ?? 0) > 0 ? t('manage.headcount.open', { count: open ?? 0 }) : t('manage.headcount.full')}
        </Text>
      </Group>
      <Progress
        value={share}
        size="sm"
        aria-label={t('manage.headcount.label', { team: team.name })}
        color={(open ?? 0) > 0 ? 'spruce' : 'dark.3'}
      />
    </Stack>
  );
}

import { Button, Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type WorkProgressProps = { label: string; done: number; all: number; onStop: () => void };

/** How far a long piece of work is, and the way to stop it. */
export function WorkProgress({ label, done, all, onStop }: WorkProgressProps) {
  const { t } = useTranslation();
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress
        flex={1}
        value={all === 0 ? 0 : (done / all) * 100}
        aria-label={label}
        animated
        striped
        aria-valuetext={t('ui.work.progress', { done, all })}
      />
      <Text component="output" size="sm" flex="none">
        {t('ui.work.progress', { done, all })}
      </Text>
      <Button size="xs" variant="default" flex="none" onClick={onStop}>
        {t('ui.work.stop')}
      </Button>
    </Group>
  );
}

import { Button, Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type BatchProgressProps = { label: string; done: number; all: number; onStop: () => void };

/** The progress of a batch job, with a button to stop it. */
export function BatchProgress({ label, done, all, onStop }: BatchProgressProps) {
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

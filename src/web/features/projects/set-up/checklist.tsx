import { Badge, Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckIcon } from '../../../ui/icons.tsx';
import styles from './checklist.module.css';

export type Step = {
  key: string;
  title: string;
  text: string;
  done: boolean;
  /** Leads to where it is done. */
  action?: ReactNode;
  skipped?: boolean;
};

type ChecklistProps = { title: string; lead: string; steps: readonly Step[] };

/** The steps of a task with the ones done. Each open step shows where it is done. */
export function Checklist({ title, lead, steps }: ChecklistProps) {
  const { t } = useTranslation();
  const done = steps.filter((step) => step.done).length;
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} component="section" aria-labelledby="checklist">
      <Group justify="space-between" gap="xs" mb={4}>
        <Title order={2} size="h3" id="checklist">
          {title}
        </Title>
        <Badge variant="light" size="lg">
          {t('manage.steps.progress', { done, all: steps.length })}
        </Badge>
      </Group>
      <Text c="dimmed" mb="sm">
        {lead}
      </Text>
      <ol className="muster-plain-list">
        {steps.map((step, index) => (
          <li key={step.key} className={styles.step}>
            <span className={styles.mark} data-done={step.done} aria-hidden>
              {step.done ? <CheckIcon size={16} /> : index + 1}
            </span>
            <div>
              <Group gap="xs" justify="space-between">
                <Text fw={600}>
                  {step.title}
                  {step.done ? (
                    <Text span size="sm" c="dimmed" fw={400}>
                      {` · ${step.skipped === true ? t('manage.steps.skipped') : t('manage.steps.done')}`}
                    </Text>
                  ) : null}
                </Text>
              </Group>
              {step.done ? null : (
                <>
                  <Text c="dimmed" size="sm" mb={step.action === undefined ? 0 : 'xs'}>
                    {step.text}
                  </Text>
                  {step.action}
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Paper>
  );
}

import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { formatTimeAt, formatWeekdayTimeAt, isSameDayAt } from '../../../locales/format/dates.ts';
import type { Answer, GateStep } from './day.ts';
import styles from './desk.module.css';

export type DoneStep = 'arrive' | 'leave' | GateStep | 'hand_out' | 'lend' | 'return';

type AnswerPanelProps = {
  answer: Answer | undefined;
  /** What is to be scanned next, if it is only the half of something. */
  waitsFor: string | undefined;
  step: DoneStep;
  /** The variant in words, in large type. */
  variant: string;
  /** The time zone of the event. */
  timezone: string;
};

const wordOf = (t: TFunction, answer: Answer | undefined, step: DoneStep): string => {
  if (answer === undefined) return t('desk.ready');
  return answer.result === 'accepted' ? t(`desk.done.${step}`) : t(`desk.results.${answer.result}`);
};

/** Large enough to read at arm's length, and never by colour alone. */
export function AnswerPanel({ answer, waitsFor, step, variant, timezone }: AnswerPanelProps) {
  const { t } = useTranslation();
  const panel = useRef<HTMLOutputElement>(null);
  // The field for names is below it on a phone.
  useEffect(() => {
    if (answer !== undefined) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  return (
    <output ref={panel} className={styles.answer} data-result={answer?.result} aria-live="assertive">
      <span className={styles.word}>{waitsFor ?? wordOf(t, answer, step)}</span>
      {variant === '' ? null : <span className={styles.variant}>{variant}</span>}
      {answer?.thing === undefined ? null : <span className={styles.name}>{answer.thing.label}</span>}
      {answer === undefined || answer.name === '' ? null : <span className={styles.name}>{answer.name}</span>}
      {answer?.task === undefined ? null : (
        <Text component="span" size="lg">
          {answer.task.place === null ? answer.task.title : `${answer.task.title} · ${answer.task.place}`}
        </Text>
      )}
      <Opening answer={answer} timezone={timezone} />
      {answer?.result === 'on_loan' && answer.thing?.holder != null ? (
        <Line>{t('desk.loan.holder', { name: answer.thing.holder.name })}</Line>
      ) : null}
      {answer?.result === 'accepted' && answer.thing?.condition === 'broken' ? (
        <Line>{t('desk.loan.broken')}</Line>
      ) : null}
      {answer?.next === undefined ? null : <Line>{t(`desk.next.${answer.next}`)}</Line>}
    </output>
  );
}

const Line = ({ children }: { children: string }) => (
  <Text component="span" size="lg" display="block" mt="xs">
    {children}
  </Text>
);

function Opening({ answer, timezone }: Pick<AnswerPanelProps, 'answer' | 'timezone'>) {
  const { t, i18n } = useTranslation();
  if (answer?.task === undefined || answer.opensAt === undefined) return null;
  const { task, opensAt } = answer;
  return (
    <Line>
      {t('desk.opens', {
        starts: formatWeekdayTimeAt(task.starts_at, i18n.language, timezone),
        opens: isSameDayAt([task.starts_at, opensAt], timezone)
          ? formatTimeAt(opensAt, i18n.language, timezone)
          : formatWeekdayTimeAt(opensAt, i18n.language, timezone),
      })}
    </Line>
  );
}

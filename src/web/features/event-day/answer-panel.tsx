import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimeAt, formatWeekdayTimeAt, isSameDayAt } from '../../../locales/format/dates.ts';
import type { Answer } from './day.ts';
import styles from './desk.module.css';

type AnswerPanelProps = {
  answer: Answer | undefined;
  step: 'arrive' | 'leave' | 'hand_out';
  /** Of the event. */
  timezone: string;
};

/** Large enough to read at arm's length, and never by colour alone. */
export function AnswerPanel({ answer, step, timezone }: AnswerPanelProps) {
  const { t, i18n } = useTranslation();
  const word =
    answer === undefined
      ? t('desk.ready')
      : answer.result === 'accepted'
        ? t(`desk.done.${step}`)
        : t(`desk.results.${answer.result}`);
  const panel = useRef<HTMLOutputElement>(null);
  // The field for names is below it on a phone.
  useEffect(() => {
    if (answer !== undefined) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  return (
    <output ref={panel} className={styles.answer} data-result={answer?.result} aria-live="assertive">
      <span className={styles.word}>{word}</span>
      {answer === undefined || answer.name === '' ? null : <span className={styles.name}>{answer.name}</span>}
      {answer?.task === undefined ? null : (
        <Text component="span" size="lg">
          {answer.task.place === null ? answer.task.title : `${answer.task.title} · ${answer.task.place}`}
        </Text>
      )}
      {answer?.task === undefined || answer.opensAt === undefined ? null : (
        <Text component="span" size="lg" display="block" mt="xs">
          {t('desk.opens', {
            starts: formatWeekdayTimeAt(answer.task.starts_at, i18n.language, timezone),
            opens: isSameDayAt([answer.task.starts_at, answer.opensAt], timezone)
              ? formatTimeAt(answer.opensAt, i18n.language, timezone)
              : formatWeekdayTimeAt(answer.opensAt, i18n.language, timezone),
          })}
        </Text>
      )}
      {answer?.next === undefined ? null : (
        <Text component="span" size="lg" display="block" mt="xs">
          {t(`desk.next.${answer.next}`)}
        </Text>
      )}
      {answer?.result === 'accepted' ? (
        <Text component="span" display="block" mt="xs">
          {t('hints.wrongPerson')}
        </Text>
      ) : null}
    </output>
  );
}

import { Badge, Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application, Call } from '../../../../client/client.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { useDraft } from '../../../ui/editing/drafts.ts';
import { answerText, decidedOf, decisions } from './decisions.ts';
import type { Decision } from './decisions.ts';
import { earlierApplicationsQuery } from './queries.ts';

type ReaderProps = {
  pid: string;
  application: Application;
  call: Call;
  team: string;
  place: string;
  pending: boolean;
  /** Only what is given is saved. */
  onDecide: (decision: Decision | undefined, note: string | undefined, onDone: () => void) => void;
  onMove: (step: number) => void;
  onClose: () => void;
};

/** One application with all that was written, to decide about it. */
export function Reader({ pid, application, call, team, place, pending, onDecide, onMove, onClose }: ReaderProps) {
  const { t } = useTranslation();
  const draft = useDraft<string>(`note:${pid}:${application.tid}:${application.uid}`);
  const [note, setNote] = useState(typeof draft.found?.values === 'string' ? draft.found.values : application.note);
  const heading = useRef<HTMLHeadingElement>(null);
  // The table may have been scrolled far down.
  useEffect(() => heading.current?.focus(), []);
  const decided = decidedOf(application);
  const name = shownName(t, application.name);
  const changed = note === application.note ? undefined : note;
  const write = (value: string) => {
    setNote(value);
    if (value === application.note) draft.drop();
    else draft.keep({ values: value, base: undefined });
  };
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="reader">
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2} size="h4" id="reader" tabIndex={-1} ref={heading} style={{ outline: 'none' }}>
          {t('apply.own.team', { team: name, project: team })}
        </Title>
        <Text size="sm" c="dimmed">
          {place}
        </Text>
      </Group>
      <Stack gap="sm">
        {decided === null ? null : (
          <Group gap="xs">
            <Badge variant="light">{t(`apply.states.${decided}`)}</Badge>
            {application.decided_by === null ? null : <Text size="sm">{application.decided_by}</Text>}
            {application.decide_again ? <Text size="sm">{t('apply.table.decideAgain')}</Text> : null}
          </Group>
        )}
        {application.message === '' ? null : <Text style={{ whiteSpace: 'pre-wrap' }}>{application.message}</Text>}
        {call.forms.flatMap(({ form, fields }) =>
          fields.map((field) => {
            const answer = answerText(t, field, application.answers[form]?.[field.key]);
            return answer === '' ? null : (
              <div key={`${form}/${field.key}`}>
                <Text size="sm" c="dimmed">
                  {field.label}
                </Text>
                <Text style={{ whiteSpace: 'pre-wrap' }}>{answer}</Text>
              </div>
            );
          }),
        )}
        <Textarea
          label={t('apply.table.note')}
          description={t('apply.table.noteHint')}
          value={note}
          onChange={({ currentTarget: { value } }) => write(value)}
          maxLength={2000}
          autosize
        />
        {changed === undefined ? null : (
          <Group>
            <Button
              size="xs"
              variant="default"
              loading={pending}
              onClick={() => onDecide(undefined, changed, draft.drop)}
            >
              {t('apply.table.saveNote')}
            </Button>
          </Group>
        )}
        <Earlier pid={pid} uid={application.uid} />
        <Group gap="sm">
          {decisions.map((decision) => (
            <Button
              key={decision}
              variant={decision === 'accept' ? 'filled' : 'default'}
              loading={pending}
              onClick={() => onDecide(decision, changed, draft.drop)}
            >
              {t(`apply.table.decisions.${decision}`)}
            </Button>
          ))}
          <Group gap="xs" ms="auto">
            <Button variant="default" onClick={() => onMove(-1)}>
              {t('apply.table.previous')}
            </Button>
            <Button variant="default" onClick={() => onMove(1)}>
              {t('apply.table.following')}
            </Button>
            <Button variant="subtle" onClick={onClose}>
              {t('apply.table.close')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Paper>
  );
}

/** What became of the person's applications in the years before, where the reader may know it. */
function Earlier({ pid, uid }: { pid: string; uid: string }) {
  const { t } = useTranslation();
  const earlier = useQuery(earlierApplicationsQuery(pid, uid)).data ?? [];
  if (earlier.length === 0) return null;
  return (
    <section aria-labelledby="earlier">
      <Text size="sm" c="dimmed" id="earlier">
        {t('apply.table.earlier')}
      </Text>
      <Stack gap={4} component="ul" className="muster-plain-list">
        {earlier.map((one) => (
          <li key={`${one.pid}/${one.tid}`}>
            <Group gap="xs">
              <Text>{t('apply.own.team', { team: one.team, project: one.project })}</Text>
              <Badge variant="light">{t(`apply.states.${one.state}`)}</Badge>
            </Group>
            {one.note === '' ? null : <Text style={{ whiteSpace: 'pre-wrap' }}>{one.note}</Text>}
          </li>
        ))}
      </Stack>
    </section>
  );
}

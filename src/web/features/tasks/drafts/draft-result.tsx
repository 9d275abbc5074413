import { Alert, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AllocationDetails, Project } from '../../../../client/client.ts';
import { formatSpanAt } from '../../../../locales/format/dates.ts';
import { joinSentences } from '../../../../locales/format/sentences.ts';
import type { WebTexts } from '../../../../locales/english.ts';
import { useChange } from '../../../ui/change.ts';
import { draftObstacles } from '../../../../shared/rules.ts';
import { AlertIcon } from '../../../ui/icons.tsx';
import { focusPage } from '../../../ui/page.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { distinctName, useNamesakes } from '../../roster/namesakes.ts';
import { Assignments, Gaps, Hours, leftOf, Released, seatKey } from './draft-tables.tsx';
import type { NameOf } from './suggestion.tsx';
import { applyDraft, discardDraft, undoDraft } from './queries.ts';

/** A task that others have joined meanwhile can be full when the draft is applied. */
const obstacles: readonly Obstacle[] = [...draftObstacles, 'task_full'];

type DraftResultProps = { project: Project; draft: AllocationDetails; etag: string | undefined };

/** What the draft would change, or has changed, and what still is missing. */
export function DraftResult({ project, draft, etag }: DraftResultProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const left = leftOf(draft);
  const nameOf = useDraftNames(project.pid, draft);
  return (
    <Stack gap="xl">
      <Paper className="muster-surface" p="lg">
        <Stack>
          <Summary draft={draft} />
          {draft.state === 'applied' ? <Applied pid={project.pid} draft={draft} etag={etag} /> : null}
          {left.length > 0 || draft.state === 'ready' ? (
            <Decide {...{ project, draft, etag, chosen }} onApplied={() => setChosen(new Set())} />
          ) : null}
          <Skipped {...{ draft, nameOf }} timezone={project.timezone} />
        </Stack>
      </Paper>
      <Gaps {...{ project, draft, nameOf }} />
      <Assignments {...{ project, draft, nameOf }} selection={{ chosen, onChoose: setChosen }} />
      <Released {...{ project, draft, nameOf }} />
      <Hours {...{ draft, nameOf }} />
    </Stack>
  );
}

/** Names as the lists of the draft show them. */
function useDraftNames(pid: string, { assignments, released, hours, skipped, gaps }: AllocationDetails): NameOf {
  const { t } = useTranslation();
  const listed = useMemo(
    () => [assignments, released, hours, skipped, gaps.flatMap(({ fix }) => fix.ask)].flat(),
    [assignments, released, hours, skipped, gaps],
  );
  const namesakes = useNamesakes(pid, listed);
  return ({ uid, name }) => distinctName(t, name, namesakes.get(uid));
}

function Summary({ draft }: { draft: AllocationDetails }) {
  const { t, i18n } = useTranslation();
  const { summary, placed, max_hours_per_day: perDay } = draft;
  if (summary === null) return null;
  const left = leftOf(draft).length;
  if (draft.state === 'applied' && left > 0)
    return (
      <Title order={2} size="h4">
        {t('drafts.partly', { count: placed.length, places: placed.length + left })}
      </Title>
    );
  const { place_count: places, missing, bound, person_count: people, task_count: tasks, begun_count: begun } = summary;
  const context = draft.state === 'applied' ? { context: 'applied' } : {};
  return (
    <div>
      <Title order={2} size="h4">
        {missing === 0
          ? t('drafts.summary.complete', { count: places, ...context })
          : t('drafts.summary.incomplete', { count: missing, places, ...context })}
      </Title>
      <Text>
        {bound === null
          ? t('drafts.summary.unknown')
          : bound === missing
            ? t('drafts.summary.best')
            : t('drafts.summary.bound', { count: bound })}
      </Text>
      <Text c="dimmed" size="sm">
        {joinSentences(
          [
            t('drafts.summary.considered', { people, tasks }),
            draft.fill_all ? t('drafts.summary.allPlaces') : t('drafts.summary.upToMinimum'),
            perDay === null ? '' : t('drafts.summary.perDay', { count: perDay }),
          ],
          i18n.language,
        )}
      </Text>
      {begun === 0 ? null : (
        <Text size="sm" mt="xs">
          {t('drafts.summary.begun', { count: begun })}
        </Text>
      )}
    </div>
  );
}

type DecideProps = DraftResultProps & { chosen: ReadonlySet<string>; onApplied: () => void };

function Decide({ project: { pid }, draft, etag, chosen, onApplied }: DecideProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const apply = useChange(applyDraft(pid, draft.id), { onDone: onApplied });
  const discard = useChange(discardDraft(pid, draft.id), {
    message: () => t('drafts.discardedNow'),
    onDone: () => void navigate({ to: '/projects/$pid/manage/tasks/drafts', params: { pid } }),
  });
  const isReady = draft.state === 'ready';
  const left = leftOf(draft);
  const selected = left.filter((seat) => chosen.has(seatKey(seat)));
  const rest = isReady ? [] : left;
  const seats = (selected.length > 0 ? selected : rest).map(({ task, uid }) => ({ task, uid }));
  const error = apply.error ?? discard.error;
  return (
    <>
      <Text size="sm">{t('drafts.applyHint')}</Text>
      {error === null ? null : (
        <OrganiserProblem error={error} texts={{ draft_not_ready: t('drafts.wrong.notReady') }} />
      )}
      <Group>
        <Button loading={apply.isPending} onClick={() => apply.mutate({ etag, seats })}>
          {selected.length > 0
            ? t('drafts.applyChosen', { count: selected.length })
            : isReady
              ? t('drafts.apply')
              : t('drafts.applyRest', { count: left.length })}
        </Button>
        {isReady ? (
          <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate(undefined)}>
            {t('drafts.discard')}
          </Button>
        ) : null}
      </Group>
    </>
  );
}

function Applied({ pid, draft, etag }: { pid: string; draft: AllocationDetails; etag: string | undefined }) {
  const { t } = useTranslation();
  // The button that was pressed is gone.
  const undo = useChange(undoDraft(pid, draft.id), { message: () => t('drafts.undone'), onDone: focusPage });
  return (
    <>
      <Text component="output" fw={600}>
        {t('drafts.applied', { count: draft.placed.length })}
      </Text>
      {undo.error === null ? null : (
        <OrganiserProblem error={undo.error} texts={{ draft_not_ready: t('drafts.wrong.notReady') }} />
      )}
      <Group>
        <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate({ etag })}>
          {t('series.undo')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('drafts.undoHint')}
        </Text>
      </Group>
    </>
  );
}

const shown = 20;

type SkippedProps = { draft: AllocationDetails; timezone: string; nameOf: NameOf };

function Skipped({ draft: { skipped }, timezone, nameOf }: SkippedProps) {
  const { t, i18n } = useTranslation();
  const reasonText = useReasonText();
  const count = skipped.length;
  if (count === 0) return null;
  return (
    <Alert color="orange" variant="outline" icon={<AlertIcon />} title={t('drafts.skipped', { count })}>
      <List size="sm">
        {skipped.slice(0, shown).map((seat) => (
          <List.Item key={seatKey(seat)}>
            {t('series.losses.person', {
              name: nameOf(seat),
              title: seat.title,
              when: formatSpanAt(seat.starts_at, seat.ends_at, i18n.language, timezone),
              reason: reasonText(seat.reason),
            })}
          </List.Item>
        ))}
      </List>
      {count > shown ? <Text size="sm">{t('series.losses.more', { count: count - shown })}</Text> : null}
    </Alert>
  );
}

type Obstacle = keyof WebTexts['drafts']['obstacles'];

/** Why a person cannot take a task, in a few words. */
function useReasonText(): (reason: string) => string {
  const { t } = useTranslation();
  return (reason) => t(`drafts.obstacles.${obstacles.find((one) => one === reason) ?? 'other'}`);
}

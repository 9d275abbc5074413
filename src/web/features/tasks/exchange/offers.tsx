import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaceOffer } from '../../../../client/client.ts';
import { formatSpanAt } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { useChange } from '../../../ui/change.ts';
import { PageLink } from '../../../ui/links.tsx';
import { namedProblem, ProblemAlert } from '../../../ui/problems/problem.tsx';
import { ownTasksQuery } from '../queries.ts';
import { useHoursHint } from '../signup/hours-hint.ts';
import { declineOffer, takeOffer } from './queries.ts';

/** A quiet line below the button that joins a task. */
export function OfferBesideJoin({ offer }: { offer: PlaceOffer }) {
  const { t } = useTranslation();
  const name = shownName(t, offer.from.name);
  const take = useTaking(offer);
  return (
    <div>
      <Group gap="xs" mt="sm">
        <Text size="sm" c="dimmed">
          {t('exchange.offers.wantsOut', { name })}
        </Text>
        <Button size="compact-sm" variant="subtle" loading={take.isPending} onClick={() => take.mutate()}>
          {t('exchange.offers.takeInstead', { name })}
        </Button>
      </Group>
      {take.isError ? <ProblemAlert error={take.error} /> : null}
    </div>
  );
}

function useTaking(offer: PlaceOffer) {
  const { t } = useTranslation();
  const { title } = offer.task;
  const hintAtHours = useHoursHint(offer.pid);
  return useChange(takeOffer(offer), {
    message: () =>
      offer.for === null
        ? t('exchange.offers.taken', { title, name: shownName(t, offer.from.name) })
        : t('exchange.offers.swapped', { title, other: offer.for.title }),
    onDone: hintAtHours,
    gone: t('exchange.offers.gone'),
  });
}

/** Offered to anyone, at the time of a task that the person has. */
const isClash = ({ to, refusal }: PlaceOffer): boolean => to === null && refusal !== null;

/** On the page of a task, what clashes shows at once. */
type OffersProps = { offers: readonly PlaceOffer[]; showsClashes?: boolean };

export function Offers({ offers, showsClashes = false }: OffersProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(showsClashes);
  const clashes = offers.filter(isClash);
  const shown = [...offers.filter((offer) => !isClash(offer)), ...(isOpen ? clashes : [])];
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="open-offers">
      <Title order={2} size="h4" mb="xs" id="open-offers">
        {t('exchange.offers.title')}
      </Title>
      <Stack gap="md" component="ul" className="muster-plain-list">
        {shown.map((offer) => (
          <Offer key={`${offer.task.id} ${offer.from.uid}`} offer={offer} />
        ))}
      </Stack>
      {isOpen || clashes.length === 0 ? null : (
        <Group gap="sm" mt="xs">
          <Text c="dimmed">{t('exchange.offers.clashing', { count: clashes.length })}</Text>
          <Button variant="subtle" size="sm" onClick={() => setOpen(true)}>
            {t('helping.show', { count: clashes.length })}
          </Button>
        </Group>
      )}
    </Paper>
  );
}

function useRefusalText({ task, refusal, for: wanted }: PlaceOffer): string {
  const { t } = useTranslation();
  const own = useQuery(ownTasksQuery).data ?? [];
  const clashing = own.filter((one) => one.starts_at < task.ends_at && one.ends_at > task.starts_at);
  if (refusal === 'task_overlap' && wanted === null) {
    const names = [...new Set(clashing.map(({ title }) => title))];
    return namedProblem(t, refusal, { names, minutes: undefined, kind: undefined });
  }
  if (refusal === 'swap_impossible') return t('ui.codes.swap_impossible');
  if (wanted !== null && refusal === 'not_allowed') return t('exchange.offers.notOn', { title: wanted.title });
  return t('exchange.offers.cannot');
}

function Offer({ offer }: { offer: PlaceOffer }) {
  const { t, i18n } = useTranslation();
  const { pid, task, timezone, to, for: wanted, refusal } = offer;
  const refusalText = useRefusalText(offer);
  const { title } = task;
  const name = shownName(t, offer.from.name);
  const take = useTaking(offer);
  const decline = useChange(declineOffer(offer), { message: () => t('exchange.offers.declined', { title, name }) });
  const spanOf = (one: typeof task) => formatSpanAt(one.starts_at, one.ends_at, i18n.language, timezone);
  const [label, what] = wanted === null ? (['take', 'takeWhat'] as const) : (['swapTake', 'swapTakeWhat'] as const);
  const error = take.error ?? decline.error;
  return (
    <Stack component="li" gap="xs">
      <Group justify="space-between" gap="xs">
        <div>
          <PageLink to="/projects/$pid/tasks/$id" params={{ pid, id: task.id }} fw={600}>
            {title}
          </PageLink>
          <Text size="sm">{spanOf(task)}</Text>
          {to === null ? (
            <Text size="sm" c="dimmed">
              {t('exchange.offers.from', { name })}
            </Text>
          ) : (
            <Text size="sm" fw={600}>
              {t('exchange.offers.fromToYou', { name })}
            </Text>
          )}
          {wanted === null ? null : (
            <Text size="sm" c="dimmed">
              {t('exchange.offers.swap', { title: wanted.title, when: spanOf(wanted) })}
            </Text>
          )}
          {refusal === null ? null : <Text size="sm">{refusalText}</Text>}
        </div>
        <Group gap="xs">
          {refusal === null ? (
            <Button
              size="sm"
              aria-label={t(`exchange.offers.${what}`, { title, name })}
              loading={take.isPending}
              disabled={decline.isPending}
              onClick={() => take.mutate()}
            >
              {t(`exchange.offers.${label}`, { name })}
            </Button>
          ) : null}
          {to === null ? null : (
            <Button
              size="sm"
              variant="default"
              aria-label={t('exchange.offers.declineWhat', { title })}
              loading={decline.isPending}
              disabled={take.isPending}
              onClick={() => decline.mutate()}
            >
              {t('exchange.offers.decline')}
            </Button>
          )}
        </Group>
      </Group>
      {error === null ? null : <ProblemAlert error={error} />}
    </Stack>
  );
}

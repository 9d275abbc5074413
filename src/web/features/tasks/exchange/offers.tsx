import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GivenPlace, PlaceOffer } from '../../../../client/client.ts';
import { formatSpanAt } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { useChange } from '../../../ui/change.ts';
import { Item, ListCard } from '../../../ui/cards/list-card.tsx';
import { PageLink } from '../../../ui/links.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import type { More } from '../../../ui/paging.ts';
import { namedProblem, ProblemAlert } from '../../../ui/problems/problem.tsx';
import { overseenBy } from '../../dashboard/overseen.ts';
import type { Organiser } from '../../dashboard/overseen.ts';
import { ownTasksQuery } from '../queries.ts';
import { useHoursHint } from '../signup/hours-hint.ts';
import { declineOffer, takeOffer } from './queries.ts';
import { replaceHash } from '../replace-link.ts';
import { useNames } from '../../roster/namesakes.ts';

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

/** Organisers find places that are offered to anyone among those that people want to give up. */
function othersOf(offers: readonly PlaceOffer[], organiser: Organiser | undefined): readonly PlaceOffer[] {
  const overseen = organiser === undefined ? [] : overseenBy(organiser);
  return offers.filter(
    ({ pid, to, for: wanted, planned }) => !(planned && to === null && wanted === null && overseen.includes(pid)),
  );
}

type OffersProps = {
  offers: readonly PlaceOffer[];
  /** The page of a task shows at once what clashes. */
  showsClashes?: boolean;
  organiser?: Organiser | undefined;
  /** Loads more offers, if the API has any. */
  more: More | undefined;
};

export function Offers({ offers: all, showsClashes = false, organiser, more }: OffersProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(showsClashes);
  const offers = othersOf(all, organiser);
  if (offers.length === 0 && more === undefined) return null;
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
      <MoreButton more={more} />
      {isOpen || clashes.length === 0 || more !== undefined ? null : (
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
  if (refusal === 'not_allowed')
    return wanted === null ? t('exchange.offers.gone') : t('exchange.offers.notOn', { title: wanted.title });
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

export type GivenListProps = {
  places: readonly GivenPlace[];
  more: More | undefined;
  pid: string;
  timezone: string;
  /** What is offered to this very person is listed there as well, with the answers that they can give. */
  isHome: boolean;
};

/** For organisers: who wants to give up a place. */
export function GivenList({ places: given, more, pid, timezone, isHome }: GivenListProps) {
  const { t, i18n } = useTranslation();
  const places = given.filter((place) => !isHome || !place.to_caller);
  const nameOf = useNames(
    pid,
    places.map(({ from }) => from),
  );
  if (places.length === 0 && more === undefined) return null;
  return (
    <ListCard id={`given-${pid}`} title={t('exchange.given.title')} more={more}>
      {places.map(({ task, from }) => {
        const name = nameOf(from);
        const page = { to: '/projects/$pid/manage/tasks/$id', params: { pid, id: task.id } } as const;
        return (
          <Item
            key={`${task.id} ${from.uid}`}
            about={`${name} · ${formatSpanAt(task.starts_at, task.ends_at, i18n.language, timezone)}`}
          >
            <PageLink {...page}>{task.title}</PageLink>
            <PageLink
              {...page}
              hash={replaceHash(from.uid)}
              size="sm"
              aria-label={t('exchange.given.replaceWhom', { name, title: task.title })}
            >
              {t('eventDay.now.actions.replace')}
            </PageLink>
          </Item>
        );
      })}
    </ListCard>
  );
}

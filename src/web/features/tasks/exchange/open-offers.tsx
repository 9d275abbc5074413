import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PlaceOffer } from '../../../../client/client.ts';
import { formatSpanAt } from '../../../../locales/format/dates.ts';
import { useChange } from '../../../ui/change.ts';
import { PageLink } from '../../../ui/links.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { shownName } from '../../../../locales/format/names.ts';
import { offersQuery, takeOffer } from './queries.ts';

/** Places that others want to hand over to the person, of one project or all. */
export function OpenOffers({ pid }: { pid?: string }) {
  const { t } = useTranslation();
  const offers = (useQuery(offersQuery).data ?? []).filter((offer) => pid === undefined || offer.pid === pid);
  if (offers.length === 0) return null;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="open-offers">
      <Title order={2} size="h4" mb="xs" id="open-offers">
        {t('exchange.offers.title')}
      </Title>
      <Stack gap="md" component="ul" className="muster-plain-list">
        {offers.map((offer) => (
          <Offer key={`${offer.task.id} ${offer.from.uid}`} offer={offer} />
        ))}
      </Stack>
    </Paper>
  );
}

function Offer({ offer }: { offer: PlaceOffer }) {
  const { t, i18n } = useTranslation();
  const { pid, task, timezone, from, for: wanted, refusal } = offer;
  const { title } = task;
  const take = useChange(takeOffer(offer), { message: () => t('exchange.offers.taken', { title }) });
  const spanOf = (one: typeof task) => formatSpanAt(one.starts_at, one.ends_at, i18n.language, timezone);
  const [label, name] = wanted === null ? (['take', 'takeWhat'] as const) : (['swapTake', 'swapTakeWhat'] as const);
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <div>
          <PageLink to="/projects/$pid/tasks/$id" params={{ pid, id: task.id }} fw={600}>
            {title}
          </PageLink>
          <Text size="sm">{spanOf(task)}</Text>
          <Text size="sm" c="dimmed">
            {t('exchange.offers.from', { name: shownName(t, from.name) })}
          </Text>
          {wanted === null ? null : (
            <Text size="sm" c="dimmed">
              {t('exchange.offers.swap', { title: wanted.title, when: spanOf(wanted) })}
            </Text>
          )}
          {refusal === null ? null : <Text size="sm">{t('exchange.offers.cannot')}</Text>}
        </div>
        {refusal === null ? (
          <Button
            size="sm"
            aria-label={t(`exchange.offers.${name}`, { title })}
            loading={take.isPending}
            onClick={() => take.mutate()}
          >
            {t(`exchange.offers.${label}`)}
          </Button>
        ) : null}
      </Group>
      {take.isError ? <ProblemAlert error={take.error} /> : null}
    </li>
  );
}

import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { GivenHandOut, HandOut } from '../../../../client/client.ts';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { useChange } from '../../../ui/change.ts';
import { TitledCard } from '../../../ui/cards/titled-card.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { morePages } from '../../../ui/paging.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { useNames } from '../../roster/namesakes.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { givenQuery, takeBack } from '../queries.ts';
import { useVariantLabel } from './stock-card.tsx';

type GivenCardProps = { pid: string; handOut: HandOut; timezone: string };

/** Who got it; a wrong scan can be taken back. */
export function GivenCard({ pid, handOut, timezone }: GivenCardProps) {
  const { t } = useTranslation();
  const nameOf = useVariantLabel(pid, handOut.variant_field);
  return (
    <TitledCard id="given" title={t('goods.given.title')} lead={t('goods.counts.item', { count: handOut.given })}>
      <GivenList pid={pid} timezone={timezone} id={handOut.id} nameOf={nameOf} />
    </TitledCard>
  );
}

type GivenListProps = { pid: string; timezone: string; id: string; nameOf: (variant: readonly string[]) => string };

function GivenList({ pid, timezone, id, nameOf }: GivenListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const given = useInfiniteQuery(givenQuery(pid, id));
  const undo = useChange(takeBack(pid, id), {
    message: ({ name }) => t('handedOut.takenBack', { name: shownName(t, name) }),
    // The button that was pressed is gone.
    onDone: () => list.current?.focus(),
  });
  const more = morePages(given);
  const personName = useNames(pid, given.data?.pages.flatMap(({ data }) => data) ?? []);
  return (
    <Stack gap="md" ref={list} tabIndex={-1}>
      {undo.isError ? <OrganiserProblem error={undo.error} /> : null}
      <Loaded query={given} embedded>
        {({ pages }) => {
          const people = pages.flatMap(({ data }) => data);
          if (people.length === 0) return <Text>{t('handedOut.nobody')}</Text>;
          return (
            <Stack component="ul" className="muster-plain-list" gap="sm">
              {people.map((one) => (
                <GivenRow
                  key={one.id}
                  given={{ ...one, name: personName(one) }}
                  timezone={timezone}
                  variant={nameOf(one.variant)}
                  isPending={undo.isPending && undo.variables.id === one.id}
                  onTakeBack={() => undo.mutate(one)}
                />
              ))}
            </Stack>
          );
        }}
      </Loaded>
      {more === undefined ? null : (
        <Button variant="default" loading={more.pending} onClick={more.onMore}>
          {t('ui.more')}
        </Button>
      )}
    </Stack>
  );
}

type GivenRowProps = {
  given: GivenHandOut;
  timezone: string;
  /** In words; empty if there is none. */
  variant: string;
  isPending: boolean;
  onTakeBack: () => void;
};

function GivenRow({ given, timezone, variant, isPending, onTakeBack }: GivenRowProps) {
  const { t, i18n } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { given_at: at, device, reason } = given;
  const { name } = given;
  const when = formatDateTimeAt(at, i18n.language, timezone);
  const ask = () => {
    flushSync(() => setIsAsking(true));
    confirm.current?.focus();
  };
  const cancel = () => {
    // The button shows again first.
    flushSync(() => setIsAsking(false));
    button.current?.focus();
  };
  return (
    <Group component="li" justify="space-between" wrap={isAsking ? 'wrap' : 'nowrap'}>
      <div>
        <Text fw={600} className="muster-breaks">
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {[...(variant === '' ? [] : [variant]), when, ...(device === null ? [] : [device])].join(' · ')}
        </Text>
        {reason === '' ? null : (
          <Text size="sm" className="muster-breaks">
            {reason}
          </Text>
        )}
      </div>
      {isAsking ? (
        <Stack component="fieldset" gap="xs" bd={0} m={0} p={0} aria-label={t('handedOut.takeBackFrom', { name })}>
          <Text size="sm">{t('handedOut.ask', { name })}</Text>
          <Group gap="xs">
            <Button size="xs" color="red" loading={isPending} ref={confirm} onClick={onTakeBack}>
              {t('handedOut.takeBack')}
            </Button>
            <Button size="xs" variant="default" onClick={cancel}>
              {t('ui.confirm.cancel')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Button
          ref={button}
          size="xs"
          variant="default"
          flex="none"
          aria-label={t('handedOut.takeBackFrom', { name })}
          onClick={ask}
        >
          {t('handedOut.takeBack')}
        </Button>
      )}
    </Group>
  );
}

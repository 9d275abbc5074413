import { Badge, Button, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HelpOffer, Project } from '../../../client/client.ts';
import { formatDay } from '../../../locales/format/dates.ts';
import { shownName } from '../../../locales/format/names.ts';
import { useChange } from '../../ui/change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PeopleIcon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { useRows } from '../../ui/paging.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { tableSearch } from '../../ui/table/search.ts';
import { useTableSearch } from '../../ui/table/table-search.tsx';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { teamsQuery } from '../teams/queries.ts';
import { inviteOffering, offersQuery } from './queries.ts';

export const loadOffersPage = loadManaged('recruit', ({ load, loadPages, params: { pid }, search }) =>
  Promise.all([loadPages(offersQuery(pid, tableSearch(search).q ?? '')), load(teamsQuery(pid))]),
);

/** People who offer to help: who looks for people finds and invites them. */
export function OffersPage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  usePageTitle(`${t('manage.parts.offers')} · ${project.name}`);
  if (!project.rights.recruit) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('manage.parts.offers')} help={t('offers.help')} />
      <Offers project={project} />
    </>
  );
}

type Team = { tid: string; name: string };

function Offers({ project: { pid } }: { project: Project }) {
  const { t } = useTranslation();
  const { q, onSearch } = useTableSearch();
  const list = useInfiniteQuery({ ...offersQuery(pid, q), placeholderData: keepPreviousData });
  const { rows, total, more } = useRows(list);
  const teams = (useQuery(teamsQuery(pid)).data ?? []).filter(
    ({ rights, disabled }) => rights.add_members && !disabled,
  );
  const [chosen, setChosen] = useState<HelpOffer>();
  return (
    <Stack gap="md">
      {total === 0 && q === '' ? null : (
        <TextInput
          type="search"
          label={t('offers.search')}
          description={t('offers.searchHint')}
          value={q}
          maxLength={100}
          w={{ base: '100%', xs: '24rem' }}
          onChange={({ currentTarget: { value } }) => onSearch(value)}
        />
      )}
      <Loaded query={list} embedded>
        {() =>
          total === 0 ? (
            <EmptyList
              icon={<PeopleIcon size={28} />}
              title={q === '' ? t('offers.nobody') : t('tables.filterNone')}
              {...(q === '' && { description: t('offers.nobodyText') })}
            />
          ) : (
            <>
              <Text c="dimmed">{t('offers.found', { count: total })}</Text>
              <Stack gap="md" component="ul" className="muster-plain-list">
                {rows.map((offer) => (
                  <li key={offer.uid}>
                    <OfferCard
                      offer={offer}
                      teams={teams}
                      {...(teams.length > 0 && { onInvite: () => setChosen(offer) })}
                    />
                  </li>
                ))}
              </Stack>
              <MoreButton more={more} />
            </>
          )
        }
      </Loaded>
      <Dialog
        opened={chosen !== undefined}
        title={t('offers.inviteTitle', { name: shownName(t, chosen?.name ?? '') })}
        onClose={() => setChosen(undefined)}
      >
        {chosen === undefined ? null : (
          <Invite key={chosen.uid} pid={pid} offer={chosen} teams={teams} onDone={() => setChosen(undefined)} />
        )}
      </Dialog>
    </Stack>
  );
}

type OfferCardProps = { offer: HelpOffer; teams: readonly Team[]; onInvite?: () => void };

function OfferCard({ offer, teams, onInvite }: OfferCardProps) {
  const { t, i18n } = useTranslation();
  const { uid, skills, hours, text, until, has_cv: hasCv, invited } = offer;
  const name = shownName(t, offer.name);
  return (
    <Paper className="muster-surface" p="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={2} size="h4">
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {[
              ...(hours === null ? [] : [t('offers.hours', { count: hours })]),
              t('offers.until', { date: formatDay(until, i18n.language, 'long') }),
            ].join(' · ')}
          </Text>
        </div>
        {onInvite === undefined ? null : (
          <Button size="xs" aria-label={t('offers.inviteName', { name })} onClick={onInvite}>
            {t('offers.invite')}
          </Button>
        )}
      </Group>
      <Words label={t('offers.own.teams')} words={offer.teams} />
      <Words label={t('offers.own.skills')} words={skills} />
      {text === '' ? null : (
        <Stack gap="xs" mt="sm">
          <Markdown text={text} />
        </Stack>
      )}
      <Group gap="sm" mt="sm">
        {hasCv ? (
          <PageLink to="/people/$uid" params={{ uid }} size="sm">
            {t('offers.cv')}
          </PageLink>
        ) : null}
        {invited.map(({ tid, state }) => (
          <Badge key={tid} variant="light" color={state === 'open' ? 'blue' : 'gray'} tt="none">
            {stateText(t, state, teams.find((team) => team.tid === tid)?.name ?? tid)}
          </Badge>
        ))}
      </Group>
    </Paper>
  );
}

const stateText = (t: TFunction, state: HelpOffer['invited'][number]['state'], team: string): string =>
  state === 'open' ? t('offers.invited', { team }) : t('offers.declined', { team });

function Words({ label, words }: { label: string; words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <Group gap={6} mt="sm">
      <Text size="sm" fw={600}>
        {label}
      </Text>
      {words.map((word) => (
        <Badge key={word} variant="default" tt="none" fw={500}>
          {word}
        </Badge>
      ))}
    </Group>
  );
}

type InviteProps = { pid: string; offer: HelpOffer; teams: readonly Team[]; onDone: () => void };

function Invite({ pid, offer, teams, onDone }: InviteProps) {
  const { t } = useTranslation();
  const left = teams.filter(({ tid }) => offer.invited.every((one) => one.tid !== tid));
  const [team, setTeam] = useState(left[0]?.tid ?? '');
  const change = useChange(inviteOffering(pid), {
    message: (_, outcome) => t(outcome === 'invited' ? 'offers.sent' : 'offers.notSent'),
    onDone,
  });
  if (left.length === 0) return <Text>{t('offers.noTeamLeft')}</Text>;
  return (
    <Stack gap="md">
      <Text>{t('offers.inviteText')}</Text>
      <NativeSelect
        label={t('offers.team')}
        value={team}
        data={left.map(({ tid, name }) => ({ value: tid, label: name }))}
        onChange={({ currentTarget: { value } }) => setTeam(value)}
      />
      {change.error === null ? null : <OrganiserProblem error={change.error} />}
      <Group>
        <Button loading={change.isPending} onClick={() => change.mutate({ uid: offer.uid, tid: team })}>
          {t('offers.send')}
        </Button>
      </Group>
    </Stack>
  );
}

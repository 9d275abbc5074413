import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupConsent, OwnConsent, SharedClaim } from '../../../client/client.ts';
import { formatDate, formatDay } from '../../../locales/format/dates.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { joinSentences } from '../../../locales/format/sentences.ts';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import type { Change } from '../../ui/change.ts';
import { PageLink } from '../../ui/links.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { ownConsentsQuery, withdrawConsent } from '../forms/disclosure/queries.ts';
import { WithdrawButton } from '../forms/disclosure/withdraw-button.tsx';
import { leaveGroups, ownGroupConsentsQuery } from '../group-sync/queries.ts';
import { ownClaimConsentsQuery, unshareBank } from '../money/queries.ts';

/** Who can see the person's private data now, with a way to end it. */
export function ConsentsCard() {
  const { t } = useTranslation();
  const forms = useQuery(ownConsentsQuery);
  const claims = useQuery(ownClaimConsentsQuery);
  const groups = useQuery(ownGroupConsentsQuery);
  const lists = [forms, claims, groups];
  const failed = lists.find(({ isError }) => isError);
  const isEmpty = lists.every(({ data }) => data?.length === 0);
  return (
    <TitledCard id="consents" title={t('disclosure.own.title')} lead={t('disclosure.own.text')}>
      {failed?.error ? (
        <ProblemAlert error={failed.error} onRetry={() => lists.forEach((list) => void list.refetch())} />
      ) : null}
      {isEmpty ? <Text>{t('disclosure.own.none')}</Text> : null}
      {isEmpty ? null : (
        <Stack gap={0} component="ul" className="muster-plain-list" w="100%">
          {forms.data?.map((consent) => (
            <ByForm key={`${consent.pid} ${consent.form}`} consent={consent} />
          ))}
          {claims.data?.map((claim) => (
            <ByClaim key={claim.id} claim={claim} />
          ))}
          {groups.data?.map((consent) => (
            <ByGroups key={consent.pid} consent={consent} />
          ))}
        </Stack>
      )}
      <PageLink to="/me/contact">{t('disclosure.own.contact')}</PageLink>
    </TitledCard>
  );
}

type RowProps = { what: string; by: ReactNode; title: string; end: string; change: Change<void, unknown> | undefined };

/** Without `change`, the person has no say in it any more. */
function Row({ what, by, title, end, change }: RowProps) {
  return (
    <li className="muster-row">
      <Text className="muster-breaks">{what}</Text>
      <Text size="sm" c="dimmed" className="muster-breaks">
        {by}
      </Text>
      {change === undefined ? null : <WithdrawButton title={title} text={end} change={change} />}
    </li>
  );
}

function ByForm({ consent }: { consent: OwnConsent }) {
  const { t, i18n } = useTranslation();
  const { pid, form, form_title: title, project_name: project, passes_on: kinds, passes_until: until } = consent;
  const texts = {
    project,
    kinds: formatList(
      kinds.map((kind) => t(`disclosure.kinds.${kind}`)),
      i18n.language,
    ),
    date: formatDay(until, i18n.language),
  };
  return (
    <Row
      what={t('disclosure.answer.now', texts)}
      by={t('person.privacy.seenForm', { title })}
      title={title}
      end={t('disclosure.withdraw.text', { title })}
      change={withdrawConsent(pid, form)}
    />
  );
}

/** Once the consent is over, a payout can still have the account. */
function ByClaim({ claim }: { claim: SharedClaim }) {
  const { t, i18n } = useTranslation();
  const { pid, id, number, what, project_name: project, until, payout } = claim;
  const name = number === null ? t('money.own.draft') : t('money.numbered', { number });
  return (
    <Row
      what={joinSentences(
        [
          until === null ? '' : t('disclosure.own.claim', { project, date: formatDay(until, i18n.language) }),
          payout === null ? '' : t('disclosure.own.payout', { project, number: payout }),
        ],
        i18n.language,
      )}
      by={
        <PageLink to="/projects/$pid/claims/$id" params={{ pid, id }} inherit>
          {what === '' ? name : `${name}: ${what}`}
        </PageLink>
      }
      title={`${name}, ${project}`}
      end={t('disclosure.own.claimEnd')}
      change={until === null ? undefined : unshareBank(pid, id)}
    />
  );
}

function ByGroups({ consent: { pid, project_name: project, agreed_at: at } }: { consent: GroupConsent }) {
  const { t, i18n } = useTranslation();
  return (
    <Row
      what={t('disclosure.own.groups', { project })}
      by={
        <>
          <PageLink to="/projects/$pid/my-groups" params={{ pid }} inherit>
            {t('groupSync.mine.title')}
          </PageLink>
          {` · ${t('groupSync.mine.since', { date: formatDate(at, i18n.language) })}`}
        </>
      }
      title={`${t('groupSync.mine.title')}, ${project}`}
      end={t('disclosure.own.groupsEnd')}
      change={leaveGroups(pid)}
    />
  );
}

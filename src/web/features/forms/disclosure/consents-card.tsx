import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OwnConsent } from '../../../../client/client.ts';
import { formatDay } from '../../../../locales/format/dates.ts';
import { PageLink } from '../../../ui/links.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { TitledCard } from '../../../ui/cards/titled-card.tsx';
import { ownConsentsQuery } from './queries.ts';
import { WithdrawButton } from './withdraw-button.tsx';
import { formatList } from '../../../../locales/format/lists.ts';

/** Who can see the person's private data now, with a way to end it. */
export function ConsentsCard() {
  const { t } = useTranslation();
  const list = useQuery(ownConsentsQuery);
  return (
    <TitledCard id="consents" title={t('disclosure.own.title')} lead={t('disclosure.own.text')}>
      {list.isError ? <ProblemAlert error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data?.length === 0 ? <Text>{t('disclosure.own.none')}</Text> : null}
      {list.data === undefined || list.data.length === 0 ? null : (
        <Stack gap={0} component="ul" className="muster-plain-list" w="100%">
          {list.data.map((consent) => (
            <Row key={`${consent.pid} ${consent.form}`} consent={consent} />
          ))}
        </Stack>
      )}
      <PageLink to="/me/contact">{t('disclosure.own.contact')}</PageLink>
    </TitledCard>
  );
}

function Row({ consent }: { consent: OwnConsent }) {
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
    <li className="muster-row">
      <Text className="muster-breaks">{t('disclosure.answer.now', texts)}</Text>
      <Text size="sm" c="dimmed" className="muster-breaks">
        {t('person.privacy.seenForm', { title })}
      </Text>
      <WithdrawButton {...{ pid, form, title }} />
    </li>
  );
}

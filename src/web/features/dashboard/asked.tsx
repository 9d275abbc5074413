import { List, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../lazy-part.tsx';
import type { Me } from '../../../client/client.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { PageLink } from '../../ui/links.tsx';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { MissingForms } from '../forms/answers/missing-forms.tsx';
import { ListingQuestions, useListingQuestions } from '../members/listing-questions.tsx';
import { currentProjectQuery } from '../projects/queries.ts';
import { awaitedTasksQuery } from '../tasks/open/queries.ts';
import { ownInvitationsQuery } from '../teams/invitations/queries.ts';

/** Loaded only by people who have an invitation. */
const InvitationList = lazyPart(
  'own-invitations',
  async () => (await import('../teams/invitations/own-invitations.tsx')).InvitationList,
);

/** What organisers ask of the person; or that nothing is left to do. */
export function Asked({ me }: { me: Me }) {
  return (
    <>
      <Invitations />
      <ListingQuestions me={me} />
      <Missing me={me} />
      <MissingForms me={me} />
      <AllDone me={me} />
    </>
  );
}

function Invitations() {
  const { t } = useTranslation();
  const found = useQuery(ownInvitationsQuery).data ?? [];
  if (found.length === 0) return null;
  return (
    <>
      <section aria-labelledby="invitations">
        <Title order={2} size="h3" mb="md" id="invitations">
          {t('invite.own.title')}
        </Title>
        <InvitationList invitations={found} />
      </section>
    </>
  );
}

const nothingWaits = (me: Me): boolean =>
  me.needed.length + me.missing_forms.length + me.waiting_applications.length === 0 && me.name !== '';

/** In the event that is on or comes next; without one, in any. */
const isIn = ({ projects }: Me, pid: string | undefined): boolean =>
  projects.some((project) => pid === undefined || project.pid === pid);

function AllDone({ me }: { me: Me }) {
  const { t } = useTranslation();
  const questions = useListingQuestions(me);
  const current = useQuery(currentProjectQuery).data;
  const awaited = useQuery(awaitedTasksQuery).data;
  const invitations = useQuery(ownInvitationsQuery).data;
  if (current === undefined || !isIn(me, current?.pid)) return null;
  // Owners have a list of their own, of what the event still needs.
  if (!nothingWaits(me) || questions?.length !== 0 || me.projects.some(({ owner }) => owner)) return null;
  if (invitations?.length !== 0 || awaited === undefined || awaited.some(({ asked }) => asked)) return null;
  return (
    <output className="muster-notice">
      <strong>{t('project.waiting.allDone')}</strong>
      <br />
      {t('project.waiting.allDoneText')}
    </output>
  );
}

/** The page where each missing record is filled in. */
const pages = { real_profile: '/me/real-profile', address: '/me/address', bank: '/me/bank' } as const;

/** The name, and what a form needs; people are not asked for anything else. */
function Missing({ me }: { me: Me }) {
  const { t, i18n } = useTranslation();
  if (me.name !== '' && me.needed.length === 0) return null;
  return (
    <TitledCard id="missing" title={t('dashboard.missingTitle')} lead={t('dashboard.missingLead')}>
      <List>
        {me.name === '' ? (
          <List.Item>
            <PageLink to="/me/profile">{t('dashboard.missing.name')}</PageLink>
          </List.Item>
        ) : null}
        {me.needed.map(({ record, forms }) => (
          <List.Item key={record}>
            <PageLink to={pages[record]}>{t(`dashboard.missing.${record}`)}</PageLink>{' '}
            <Text span c="dimmed" size="sm">
              {t('dashboard.missingFor', {
                forms: formatList(
                  forms.map(({ title }) => title),
                  i18n.language,
                ),
              })}
            </Text>
          </List.Item>
        ))}
      </List>
    </TitledCard>
  );
}

import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../lazy-part.tsx';
import type { Me } from '../../../client/client.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import { PageLink } from '../../ui/links.tsx';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { checklistQuery } from '../documents/queries.ts';
import { ListingQuestions, useListingQuestions } from '../members/listing-questions.tsx';
import { currentProjectQuery } from '../projects/queries.ts';
import { awaitedTasksQuery } from '../tasks/open/queries.ts';
import { ownInvitationsQuery } from '../teams/invitations/queries.ts';
import { ChecklistCard } from './checklist-card.tsx';

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
      <UnconfirmedBank me={me} />
      <ChecklistCard me={me} />
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

const nothingWaits = (me: Me): boolean => me.waiting_applications.length === 0 && me.bank_unconfirmed_since === null;

/** In the event that is on or comes next; without one, in any. */
const isIn = ({ projects }: Me, pid: string | undefined): boolean =>
  projects.some((project) => pid === undefined || project.pid === pid);

function AllDone({ me }: { me: Me }) {
  const { t } = useTranslation();
  const questions = useListingQuestions(me);
  const current = useQuery(currentProjectQuery).data;
  const awaited = useQuery(awaitedTasksQuery).data;
  const checklist = useQuery(checklistQuery).data;
  const invitations = useQuery(ownInvitationsQuery).data;
  if (current === undefined || !isIn(me, current?.pid)) return null;
  // Owners have a list of their own, of what the event still needs.
  if (checklist?.length !== 0) return null;
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

/** Somebody else may have changed the account, so only its owner can say that it is right. */
function UnconfirmedBank({ me: { bank_unconfirmed_since: since } }: { me: Me }) {
  const { t, i18n } = useTranslation();
  if (since === null) return null;
  const date = formatDate(since, i18n.language);
  return (
    <TitledCard id="bank" title={t('dashboard.bankTitle')} lead={t('dashboard.bankText', { date })}>
      <PageLink to="/me/bank">{t('dashboard.bankLink')}</PageLink>
    </TitledCard>
  );
}

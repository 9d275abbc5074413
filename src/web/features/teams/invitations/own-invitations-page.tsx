import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PeopleIcon } from '../../../ui/icons.tsx';
import { PageHeading, usePageTitle } from '../../../ui/page.tsx';
import { Loaded, EmptyList } from '../../../ui/page-state.tsx';
import { useMe } from '../../people/queries.ts';
import { ownInvitationsQuery } from './queries.ts';
import { InvitationList } from './own-invitations.tsx';
import type { Loading } from '../../../loading.ts';

export const loadOwnInvitationsPage = ({ load }: Loading) => load(ownInvitationsQuery);

/** The page that invitation mails link to. */
export function OwnInvitationsPage() {
  const { t } = useTranslation();
  const email = useMe()?.email ?? '';
  const invitations = useQuery(ownInvitationsQuery);
  usePageTitle(t('invite.own.title'));
  return (
    <>
      <PageHeading title={t('invite.own.title')} lead={t('invite.own.lead')} />
      <Loaded query={invitations} embedded>
        {(found) =>
          found.length > 0 ? (
            <InvitationList invitations={found} />
          ) : (
            <EmptyList
              icon={<PeopleIcon size={28} />}
              title={t('invite.own.none')}
              description={t('invite.own.noneText', { email })}
            />
          )
        }
      </Loaded>
    </>
  );
}

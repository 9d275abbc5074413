import { useTranslation } from 'react-i18next';
import type { Invitation } from '../../../../client/client.ts';
import { formatList } from '../../../../locales/format/lists.ts';

/** Says who is invited to lead these teams, and whether the invitations have been sent; nothing if nobody is. */
export function useInvitedChiefs(): (
  invitations: readonly Invitation[],
  teams: readonly string[],
) => string | undefined {
  const { t, i18n } = useTranslation();
  return (invitations, teams) => {
    const chiefs = invitations.filter(({ tid, role }) => role === 'chief' && teams.includes(tid));
    const sentences = (['invitedChiefs', 'heldChiefs'] as const).flatMap((key) => {
      const emails = chiefs.filter(({ held }) => held === (key === 'heldChiefs')).map(({ email }) => email);
      return emails.length === 0 ? [] : [t(`manage.teams.${key}`, { emails: formatList(emails, i18n.language) })];
    });
    return sentences.length === 0 ? undefined : sentences.join(' · ');
  };
}

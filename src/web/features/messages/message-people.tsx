import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/links.tsx';
import type { AudienceSearch } from './audience.ts';

/** `count`: undefined if it is not known, because the list has more pages. */
type MessagePeopleProps = { pid: string; count: number | undefined; audience: AudienceSearch };

/** "Message these 22 people": a new message to the people of a list. */
export function MessagePeople({ pid, count, audience }: MessagePeopleProps) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <ButtonLink size="xs" variant="default" to="/projects/$pid/manage/messages/new" params={{ pid }} search={audience}>
      {count === undefined ? t('messagePages.messageFound') : t('messagePages.messageThese', { count })}
    </ButtonLink>
  );
}

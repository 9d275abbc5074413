import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/links.tsx';
import { useMe } from '../people/queries.ts';
import { audienceOf, valuesOfSearch } from './audience.ts';
import { maxListed } from './search.ts';
import type { AudienceSearch } from './search.ts';
import { audienceQuery } from './queries.ts';

/** `people`: only if the whole list is loaded, because the sender may be on it and gets no message. */
type MessagePeopleProps = {
  pid: string;
  people?: readonly { uid?: string }[] | undefined;
  audience: AudienceSearch;
};

/** "Message these 22 people", or "Message 21 people (without you)" if the sender is one of them. */
export function MessagePeople({ pid, people, audience }: MessagePeopleProps) {
  const { t } = useTranslation();
  const me = useMe();
  const count = people?.filter(({ uid }) => uid !== me?.uid).length;
  if (count === 0) return null;
  const key = count === people?.length ? 'messageThese' : 'messageOthers';
  const text = count === undefined ? t('messagePages.messageFound') : t(`messagePages.${key}`, { count });
  return <MessageLink {...{ pid, audience, text }} />;
}

type MessageAllProps = Pick<MessagePeopleProps, 'pid' | 'audience'>;

/** "Message all 143 people", where only the first of them are listed, or "142 people (without you)" if the sender is one of them. */
export function MessageAll({ pid, audience }: MessageAllProps) {
  const { t } = useTranslation();
  const found = useQuery(audienceQuery(pid, audienceOf(valuesOfSearch(audience)))).data;
  if (found?.count === 0) return null;
  const key = found?.includes_caller === true ? 'messageOthers' : 'messageAll';
  const text = found === undefined ? t('messagePages.messageFound') : t(`messagePages.${key}`, { count: found.count });
  return <MessageLink {...{ pid, audience, text }} />;
}

const MessageLink = ({ pid, audience, text }: MessageAllProps & { text: string }) => (
  <ButtonLink size="xs" variant="default" to="/projects/$pid/manage/messages/new" params={{ pid }} search={audience}>
    {text}
  </ButtonLink>
);

/** A new message to the selected people, who are listed in the address. */
export function MessageChosen({ pid, uids }: { pid: string; uids: readonly string[] }) {
  const { t } = useTranslation();
  if (uids.length > maxListed) return <Text size="sm">{t('messagePages.tooManyChosen', { max: maxListed })}</Text>;
  return <MessagePeople pid={pid} people={uids.map((uid) => ({ uid }))} audience={{ uids: [...uids] }} />;
}

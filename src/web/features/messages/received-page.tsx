import { Anchor, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ReceivedMessage } from '../../../client/client.ts';
import { formatDateTime } from '../../../locales/format/dates.ts';
import { PageLink } from '../../ui/links.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { receivedQuery } from './queries.ts';
import type { Loading } from '../../loading.ts';

export const loadReceivedMessagePage = ({ load, params: { id } }: Loading<'id'>) => load(receivedQuery(id));

/** A message as its recipient got it. */
export function ReceivedMessagePage() {
  const { id } = useParams({ from: '/signed-in/messages/$id' });
  const message = useQuery(receivedQuery(id));
  return <Loaded query={message}>{(found) => <Received message={found} />}</Loaded>;
}

function Received({ message }: { message: ReceivedMessage }) {
  const { t, i18n } = useTranslation();
  const { pid, project, sender, subject, body, reply_to: replyTo, sent_at: at } = message;
  usePageTitle(subject);
  return (
    <>
      <PageLink to="/me/notices" size="sm">
        {`‹ ${t('notices.page.title')}`}
      </PageLink>
      <PageHeading
        title={subject}
        lead={t('messagePages.from', {
          sender: sender ?? t('messagePages.erasedPerson'),
          time: formatDateTime(at, i18n.language),
        })}
      />
      <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} maw="44rem">
        <Markdown text={body} />
      </Paper>
      {replyTo === null ? null : (
        <>
          <Text size="sm" c="dimmed" mt="md">
            {t('messagePages.replyTo')}
          </Text>
          <Anchor href={`mailto:${replyTo}`} underline="always" className="muster-breaks">
            {replyTo}
          </Anchor>
        </>
      )}
      <Text size="sm" c="dimmed" mt="md">
        {t('messagePages.project')}
      </Text>
      <PageLink to="/projects/$pid" params={{ pid }} underline="always">
        {project}
      </PageLink>
    </>
  );
}

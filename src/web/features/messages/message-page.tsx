import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../locales/format/dates.ts';
import { PageLink } from '../../ui/links.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { useMe } from '../people/queries.ts';
import { useManagedProject } from '../projects/managed-project.ts';
import { Draft } from './draft.tsx';
import { Outcome } from './outcome.tsx';
import { withFieldNames } from './message-values.ts';
import { messageQuery } from './queries.ts';

/** A draft to go on writing, or what became of a message. */
export function MessagePage() {
  const { t, i18n } = useTranslation();
  const { project, pid } = useManagedProject();
  const { id } = useParams({ from: '/signed-in/projects/$pid/manage/messages/$id' });
  const message = useQuery(messageQuery(pid, id));
  const me = useMe();
  const titleOf = (subject: string) => withFieldNames(subject, (field) => t(`messagePages.fields.${field}`));
  usePageTitle(`${titleOf(message.data?.body.subject ?? t('messagePages.title'))} · ${project.name}`);
  return (
    <Loaded query={message}>
      {(version) => (
        <>
          <PageLink to="/projects/$pid/manage/messages" params={{ pid }} size="sm">
            {`‹ ${t('messagePages.title')}`}
          </PageLink>
          <PageHeading
            title={titleOf(version.body.subject)}
            lead={t(`messagePages.messageStates.${version.body.state}`, {
              name: version.body.sender?.name ?? t('messagePages.erasedPerson'),
              time: formatDateTime(version.body.started_at ?? '', i18n.language),
            })}
          />
          {version.body.rights.edit && me !== null ? (
            <Draft key={version.body.state} {...{ project, version, me }} />
          ) : (
            <Outcome project={project} message={version.body} />
          )}
        </>
      )}
    </Loaded>
  );
}

import { useTranslation } from 'react-i18next';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { ChannelList } from './channel-list.tsx';

export function ChatPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('manage.parts.chat')} · ${project.name}`);
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHeading title={t('manage.parts.chat')} lead={t('chat.lead')} />
      <ChannelList pid={pid} />
    </>
  );
}

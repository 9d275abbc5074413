import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../ui/page.tsx';
import { useManagedProject, loadManaged } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { ChannelList } from './channel-list.tsx';
import { channelsQuery } from './queries.ts';

export const loadChatPage = loadManaged('edit', ({ load, params: { pid } }) => load(channelsQuery(pid, undefined)));

export function ChatPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('manage.parts.chat')} · ${project.name}`);
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  return <ChannelList pid={pid} />;
}

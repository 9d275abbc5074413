import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ChecklistItem, Me } from '../../../client/client.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { profilePages } from '../../../shared/pages.ts';
import type { Loading } from '../../loading.ts';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { PageLink } from '../../ui/links.tsx';
import { checklistQuery } from '../documents/queries.ts';
import { Deadline } from '../forms/deadline.tsx';
import { projectQuery } from '../projects/queries.ts';

/** Includes the time zones of the events. */
export async function loadChecklist(load: Loading['load']): Promise<void> {
  const pids = new Set((await load(checklistQuery)).flatMap(({ pid }) => pid ?? []));
  await Promise.all([...pids].map((pid) => load(projectQuery(pid))));
}

/** Everything that is asked of the person, in order of deadline, each one click away. Nothing once it is done. */
export function ChecklistCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const { data: items = [] } = useQuery(checklistQuery);
  if (items.length === 0) return null;
  const projects = new Map(me.projects.map(({ pid, name }) => [pid, name]));
  const asksProfile = items.some(({ kind, id }) => kind === 'profile' && id !== 'birthday');
  return (
    <TitledCard
      id="checklist"
      title={t('dashboard.checklist.title')}
      lead={t(asksProfile ? 'dashboard.missingLead' : 'dashboard.checklist.lead')}
    >
      <Stack gap="sm" component="ul" className="muster-plain-list">
        {items.map((item) => (
          <Group
            key={`${item.kind} ${item.pid} ${item.id}`}
            component="li"
            justify="space-between"
            gap="0 var(--mantine-spacing-md)"
          >
            <Group gap="0 var(--mantine-spacing-xs)">
              <ItemLink item={item} />
              {item.asks_more ? <Badge variant="light">{t('project.waiting.asksMore')}</Badge> : null}
            </Group>
            <ItemFacts item={item} project={projects.get(item.pid ?? '')} />
          </Group>
        ))}
      </Stack>
    </TitledCard>
  );
}

const isPart = (id: string): id is keyof typeof profilePages => id in profilePages;

function ItemLink({ item: { kind, id, pid, title, hours, min_hours: minimum } }: { item: ChecklistItem }) {
  const { t } = useTranslation();
  const params = { pid: pid ?? '' };
  if (kind === 'document')
    return (
      <PageLink to="/projects/$pid/documents/$id" params={{ ...params, id }}>
        {t('documents.readAndSign', { title })}
      </PageLink>
    );
  if (kind === 'form')
    return (
      <PageLink to="/projects/$pid/forms/$form" params={{ ...params, form: id }}>
        {title}
      </PageLink>
    );
  if (kind === 'guardian')
    return (
      <PageLink to="/projects/$pid/guardian" params={params}>
        {t('dashboard.checklist.guardian')}
      </PageLink>
    );
  if (kind === 'hours')
    return (
      <PageLink to="/projects/$pid/open-tasks" params={params}>
        {t('dashboard.checklist.hours', { hours: hours ?? 0, minimum: minimum ?? 0 })}
      </PageLink>
    );
  return isPart(id) ? <PageLink to={profilePages[id]}>{t(`dashboard.missing.${id}`)}</PageLink> : null;
}

type ItemFactsProps = { item: ChecklistItem; project: string | undefined };

/** Says of which event it is, and until when. */
function ItemFacts({ item: { kind, pid, due_at: due, forms }, project }: ItemFactsProps) {
  const { t, i18n } = useTranslation();
  const zone = useQuery({ ...projectQuery(pid ?? ''), enabled: pid !== null }).data?.timezone;
  const deadline =
    kind === 'form' ? (
      <Deadline form={{ pid: pid ?? '', open: true, opens_at: null, closes_at: due }} />
    ) : due === null ? null : (
      t('documents.before', { date: formatDate(due, i18n.language, zone) })
    );
  return (
    <Text size="sm" c="dimmed">
      {project}
      {project !== undefined && deadline !== null ? ' · ' : null}
      {deadline}
      {forms.length === 0 ? null : t('dashboard.missingFor', { forms: formatList(forms, i18n.language) })}
    </Text>
  );
}

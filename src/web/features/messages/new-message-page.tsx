import { Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Me, Project } from '../../../client/client.ts';
import { formatSpanAt } from '../../../locales/format/dates.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { announcementQuery } from '../announcements/queries.ts';
import { formsQuery } from '../forms/queries.ts';
import { useMe } from '../people/queries.ts';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { tagsQuery } from '../tags/queries.ts';
import { taskQuery } from '../tasks/queries.ts';
import { teamsQuery } from '../teams/queries.ts';
import { valuesOfSearch } from './audience.ts';
import { newMessageSearch } from './search.ts';
import type { NewMessageSearch } from './search.ts';
import { MessageFields, useMessageTexts, useMessageValidation } from './message-fields.tsx';
import { bodyOf } from './message-values.ts';
import type { MessageValues } from './message-values.ts';
import { createMessage } from './queries.ts';

export const loadNewMessagePage = loadManaged('plan_tasks', ({ load, params: { pid }, search }) => {
  const { announcement, help_with: task } = newMessageSearch(search);
  return Promise.all([
    load(teamsQuery(pid)),
    load(tagsQuery(pid)),
    load(formsQuery(pid)),
    ...(task === undefined ? [] : [load(taskQuery(pid, task))]),
    ...(announcement === undefined ? [] : [load(announcementQuery(pid, announcement))]),
  ]);
});

export function NewMessagePage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/messages/new' });
  const me = useMe();
  usePageTitle(`${t('messagePages.new')} · ${project.name}`);
  if (!project.rights.send_messages) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('messagePages.new')} help={t('messagePages.newLead')} />
      {me === null ? null : <WithText key={JSON.stringify(search)} {...{ project, search, me }} />}
    </>
  );
}

type WithTextProps = { project: Project; search: NewMessageSearch; me: Me };

/** The text that the message starts with: thanks, a question for help, or that of an announcement. */
function WithText(props: WithTextProps) {
  const { t, i18n } = useTranslation();
  const { announcement: id, help_with: taskId, thanks } = props.search;
  const { pid, timezone } = props.project;
  const task = useQuery({ ...taskQuery(pid, taskId ?? ''), enabled: taskId !== undefined });
  const announcement = useQuery({ ...announcementQuery(pid, id ?? ''), enabled: id !== undefined });
  if (thanks === true) {
    const { name } = props.project;
    // The fields stay as they are: each person's values replace them when the message is sent.
    const fields = { name: '{{name}}', hours: '{{hours}}', certificate: '{{certificate}}' };
    const body = t('messagePages.thankYou.body', { project: name, ...fields });
    return <NewMessage {...props} subject={t('messagePages.thankYou.subject', { project: name })} body={body} />;
  }
  if (taskId !== undefined)
    return (
      <Loaded query={task}>
        {({ title, starts_at: from, ends_at: to }) => {
          const when = formatSpanAt(from, to, i18n.language, timezone);
          const page = `${globalThis.location.origin}/projects/${pid}/tasks/${taskId}`;
          const body = t('messagePages.help.body', { title, when, page, name: '{{name}}' });
          return <NewMessage {...props} subject={t('messagePages.help.subject', { title })} body={body} />;
        }}
      </Loaded>
    );
  if (id === undefined) return <NewMessage {...props} subject="" body="" />;
  return (
    <Loaded query={announcement}>{({ title, body }) => <NewMessage {...props} subject={title} body={body} />}</Loaded>
  );
}

function NewMessage({ project, search, me, subject, body }: WithTextProps & { subject: string; body: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pid, timezone } = project;
  const { email } = me;
  const create = createMessage(pid);
  const start: MessageValues = { audience: valuesOfSearch(search), subject, body, replies: true, send_at: '' };
  const blank = { values: start, etag: undefined };
  const editing = useEditing<MessageValues>({
    draft: `new-message:${pid}:${JSON.stringify(search)}`,
    current: blank,
    load: async () => blank,
    save: async (values) => {
      const { id } = await create.run(bodyOf(values, { email, timezone }));
      void navigate({ to: '/projects/$pid/manage/messages/$id', params: { pid, id } });
      return blank;
    },
    affects: create.affects,
    validate: useMessageValidation(),
    savedMessage: t('messagePages.saved'),
  });
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} maw="52rem">
      <EditingForm editing={editing} fields={useMessageTexts()} action={t('messagePages.saveAndCheck')}>
        <MessageFields project={project} form={editing.form} email={email} />
      </EditingForm>
    </Paper>
  );
}

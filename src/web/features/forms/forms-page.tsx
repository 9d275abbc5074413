import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { FormEntry } from '../../../client/client.ts';
import { ListIcon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { useMe } from '../people/queries.ts';
import { DocumentCards } from '../documents/documents-page.tsx';
import { documentsQuery } from '../documents/queries.ts';
import { projectQuery } from '../projects/queries.ts';
import { Deadline } from './deadline.tsx';
import { formsQuery } from './queries.ts';
import type { Loading } from '../../loading.ts';

export const loadFormsPage = ({ load, params: { pid } }: Loading<'pid'>) =>
  Promise.all([load(projectQuery(pid)), load(formsQuery(pid)), load(documentsQuery(pid))]);

export function FormsPage() {
  const { pid } = useParams({ from: '/projects/$pid' });
  const { t } = useTranslation();
  const project = useQuery(projectQuery(pid)).data;
  const list = useQuery(formsQuery(pid));
  usePageTitle(`${t('project.forms.title')} · ${project?.name ?? ''}`);
  return (
    <>
      <PageHeading title={t('project.forms.title')} />
      {project?.rights.list_people === true && !project.rights.create_forms ? (
        <Text mb="md">
          <PageLink to="/projects/$pid/people" params={{ pid }}>
            {t('people.whoAnswered')}
          </PageLink>
        </Text>
      ) : null}
      <Text mb="md">
        <PageLink to="/projects/$pid/claims" params={{ pid }}>
          {t('money.own.title')}
        </PageLink>
      </Text>
      <Loaded query={list} embedded>
        {(forms) =>
          forms.length === 0 ? (
            <NoForms pid={pid} />
          ) : (
            <Stack gap="md" component="ul" className="muster-plain-list">
              {forms.map((form) => (
                <FormCard key={form.form} form={form} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <Documents pid={pid} />
    </>
  );
}

function Documents({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const { data: documents = [] } = useQuery(documentsQuery(pid));
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="documents">
      <Title order={2} size="h3" mt="xl" mb="md" id="documents">
        {t('documents.title')}
      </Title>
      <DocumentCards documents={documents} order={3} />
    </section>
  );
}

function FormCard({ form }: { form: FormEntry }) {
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Title order={2} size="h4">
          <PageLink to="/projects/$pid/forms/$form" params={{ pid: form.pid, form: form.form }} inherit>
            {form.title}
          </PageLink>
        </Title>
        <FormBadge form={form} />
      </Group>
      <Text c="dimmed" size="sm">
        <Deadline form={form} />
      </Text>
    </Paper>
  );
}

export function FormBadge({ form }: { form: FormEntry }) {
  const { t } = useTranslation();
  const asksMore = useMe()?.missing_forms.some(
    ({ pid, form: slug, asks_more }) => asks_more && pid === form.pid && slug === form.form,
  );
  if (asksMore === true) return <Badge>{t('project.waiting.asksMore')}</Badge>;
  if (form.answered) return <Badge variant="light">{t('project.forms.answered')}</Badge>;
  if (!form.enabled) return <Badge variant="default">{t('project.forms.off')}</Badge>;
  if (!form.open) return <Badge variant="default">{t('project.forms.closed')}</Badge>;
  return form.rights.answer ? <Badge>{t('project.forms.waiting')}</Badge> : null;
}

/** Names the person's other events: what they look for may be there. */
function NoForms({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const others = (useMe()?.projects ?? []).filter((project) => project.pid !== pid);
  return (
    <>
      <EmptyList
        icon={<ListIcon size={28} />}
        title={t('project.forms.none')}
        description={t('project.forms.noneText')}
      />
      <Stack gap="xs" mt="md">
        {others.map((project) => (
          <PageLink key={project.pid} to="/projects/$pid/forms" params={{ pid: project.pid }}>
            {t('dashboard.formsIn', { project: project.name })}
          </PageLink>
        ))}
      </Stack>
    </>
  );
}

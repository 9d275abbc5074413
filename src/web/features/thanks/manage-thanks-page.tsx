import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxMarkdown } from '../../../shared/limits.ts';
import type { Project, ThanksName, ThanksPage } from '../../../client/client.ts';
import type { Versioned } from '../../api.ts';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { useRows } from '../../ui/paging.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { originalOf } from '../../ui/original.ts';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { TranslateButton } from '../translations/translate-button.tsx';
import { editThanks, hideThanksName, publishThanks, thanksNamesQuery, thanksVersionQuery } from './queries.ts';
import { ThanksTotals } from './thanks-totals.tsx';

export const loadManageThanksPage = loadManaged('edit', ({ load, loadPages, params: { pid } }) =>
  Promise.all([load(thanksVersionQuery(pid)), loadPages(thanksNamesQuery(pid))]),
);

/** Owners write the thanks page, publish it after the event, and hide names that do not belong there. */
export function ManageThanksPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('thanks.manage.title')} · ${project.name}`);
  const page = useQuery({ ...thanksVersionQuery(pid), enabled: project.rights.edit });
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  return (
    <Loaded query={page} embedded>
      {(found) => <Manage project={project} found={found} />}
    </Loaded>
  );
}

function Manage({ project, found }: { project: Project; found: Versioned<ThanksPage> }) {
  const { t } = useTranslation();
  const { body: page } = found;
  return (
    <>
      <PageHead
        title={t('thanks.manage.title')}
        help={t('thanks.manage.help')}
        note={
          <Badge variant="light" color={page.published ? 'green' : 'gray'}>
            {page.published ? t('thanks.manage.state.public') : t('thanks.manage.state.draft')}
          </Badge>
        }
      >
        {page.published ? (
          <ButtonLink to="/projects/$pid/thanks" params={{ pid: page.pid }} variant="default" size="sm">
            {t('thanks.manage.view')}
          </ButtonLink>
        ) : null}
        {page.text.trim() === '' ? null : (
          <TranslateButton pid={page.pid} kind="project" id={page.pid} name={project.name} size="sm" />
        )}
        <PublishButton found={found} />
      </PageHead>
      <Stack gap="lg">
        {page.over ? null : <Text c="dimmed">{t('thanks.manage.notOver')}</Text>}
        <TextForm found={found} />
        <TotalsCard page={page} />
        <NamesCard page={page} />
      </Stack>
    </>
  );
}

function PublishButton({ found: { body: page, etag } }: { found: Versioned<ThanksPage> }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { pid, text, published } = originalOf(page);
  const change = useChange(publishThanks(pid), {
    message: ({ published: isPublic }) => (isPublic ? t('thanks.manage.published') : t('thanks.manage.unpublished')),
    onDone: () => setOpened(false),
  });
  if (published)
    return (
      <Button
        variant="default"
        size="sm"
        loading={change.isPending}
        onClick={() => change.mutate({ text, published: false, etag })}
      >
        {t('thanks.manage.unpublish')}
      </Button>
    );
  return (
    <>
      <Button size="sm" disabled={!page.over} onClick={() => setOpened(true)}>
        {t('thanks.manage.publish')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t('thanks.manage.publishTitle')}
        text={t('thanks.manage.publishText')}
        confirm={t('thanks.manage.publish')}
        change={change}
        onConfirm={() => change.mutate({ text, published: true, etag })}
        onClose={() => setOpened(false)}
      />
    </>
  );
}

function TextForm({ found }: { found: Versioned<ThanksPage> }) {
  const { t } = useTranslation();
  const { pid, published } = found.body;
  const record = editThanks(pid);
  const versionOf = ({ body, etag }: Versioned<ThanksPage>) => ({ values: { text: originalOf(body).text }, etag });
  const editing = useEditing<{ text: string }>({
    draft: `thanks:${pid}`,
    current: versionOf(found),
    load: async () => versionOf(await record.load()),
    save: async ({ text }, etag) => versionOf(await record.save({ text, published }, etag)),
    affects: record.affects,
    savedMessage: t('manage.saved'),
  });
  const { form } = editing;
  return (
    <Paper className="muster-surface" p="lg">
      <EditingForm
        editing={editing}
        fields={{ text: { label: t('thanks.manage.text') } }}
        action={t('thanks.manage.save')}
        disabled={!editing.dirty}
      >
        <MarkdownEditor
          {...form.getInputProps('text')}
          label={t('thanks.manage.text')}
          description={t('thanks.manage.textHint')}
          value={form.values.text}
          maxLength={maxMarkdown}
        />
      </EditingForm>
    </Paper>
  );
}

function TotalsCard({ page }: { page: ThanksPage }) {
  const { t } = useTranslation();
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="thanks-totals">
      <Title order={2} size="h4" mb="sm" id="thanks-totals">
        {t('thanks.totals.label')}
      </Title>
      {page.people === null ? <Text c="dimmed">{t('thanks.manage.few')}</Text> : <ThanksTotals {...page} />}
    </Paper>
  );
}

function NamesCard({ page: { pid } }: { page: ThanksPage }) {
  const { t } = useTranslation();
  const { rows, more } = useRows(useInfiniteQuery(thanksNamesQuery(pid)));
  return (
    <TitledCard id="thanks-names" title={t('thanks.manage.names')} lead={t('thanks.manage.namesLead')}>
      {rows.length === 0 ? (
        <Group gap="md">
          <Text>{t('thanks.manage.nobody')}</Text>
          <ButtonLink
            to="/projects/$pid/manage/forms/new"
            params={{ pid }}
            search={{ kind: 'appreciation' }}
            variant="default"
            size="xs"
          >
            {t('thanks.manage.ask')}
          </ButtonLink>
        </Group>
      ) : (
        <ul className="muster-plain-list">
          {rows.map((row) => (
            <NameRow key={row.uid} pid={pid} row={row} />
          ))}
        </ul>
      )}
      <MoreButton more={more} />
    </TitledCard>
  );
}

function NameRow({ pid, row: { uid, name, hidden } }: { pid: string; row: ThanksName }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const change = useChange(hideThanksName(pid), {
    message: (input) => (input.hidden ? t('thanks.manage.nowHidden') : t('thanks.manage.nowShown')),
    onDone: () => setOpened(false),
  });
  const set = (isHidden: boolean) => change.mutate({ uid: uid ?? '', hidden: isHidden });
  return (
    <Group component="li" justify="space-between" gap="sm" py={4}>
      <Text>
        {name}{' '}
        {hidden ? (
          <Badge variant="light" color="gray">
            {t('thanks.manage.hidden')}
          </Badge>
        ) : null}
      </Text>
      <Button
        variant="subtle"
        size="xs"
        aria-label={hidden ? t('thanks.manage.showName', { name }) : t('thanks.manage.hideName', { name })}
        loading={change.isPending && !opened}
        onClick={() => (hidden ? set(false) : setOpened(true))}
      >
        {hidden ? t('thanks.manage.show') : t('thanks.manage.hide')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t('thanks.manage.hideTitle', { name })}
        text={t('thanks.manage.hideText')}
        confirm={t('thanks.manage.hide')}
        change={change}
        onConfirm={() => set(true)}
        onClose={() => setOpened(false)}
      />
      {change.error !== null && !opened ? <ProblemAlert error={change.error} /> : null}
    </Group>
  );
}

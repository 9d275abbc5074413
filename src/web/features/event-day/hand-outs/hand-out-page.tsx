import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandOut, Project } from '../../../../client/client.ts';
import type { Versioned } from '../../../api.ts';
import type { Loading } from '../../../loading.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useEditing } from '../../../ui/editing/editing.ts';
import { EditingForm } from '../../../ui/editing/editing-form.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { formsQuery } from '../../forms/queries.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { loadManaged, useManagedProject } from '../../projects/managed-project.ts';
import { kindsQuery } from '../../tasks/signup/queries.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { earnedQuery, editHandOut, givenQuery, handOutVersionQuery, removeHandOut, thingsQuery } from '../queries.ts';
import { CodesCard } from './codes-card.tsx';
import { EarnedCard } from './earned-card.tsx';
import { GivenCard } from './given-card.tsx';
import { HandOutFields, useHandOutProblems, useHandOutTexts } from './hand-out-form.tsx';
import { changesOf, problemsOf, valuesOf } from './hand-out-values.ts';
import type { HandOutValues } from './hand-out-values.ts';
import { RuleText } from './rule-text.tsx';
import { StockCard } from './stock-card.tsx';
import { ThingsCard } from './things-card.tsx';
import { UncountedCard } from './uncounted-card.tsx';

export const loadHandOutPage = loadManaged(
  'run_desk',
  async ({ load, loadPages, params: { pid, id } }: Loading<'pid' | 'id'>) => {
    const [{ body }] = await Promise.all([
      load(handOutVersionQuery(pid, id)),
      load(teamsQuery(pid)),
      load(formsQuery(pid)),
      load(kindsQuery(pid)),
      loadPages(earnedQuery(pid, id)),
    ]);
    if (body.kind === 'item') await loadPages(givenQuery(pid, id));
    if (body.kind === 'loan') await loadPages(thingsQuery(pid, id));
  },
);

/** One hand-out: its stock, codes or things, who may have it and who has had it, and its settings. */
export function HandOutPage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  const { pid, id } = useParams({ from: '/signed-in/projects/$pid/manage/hand-outs/$id' });
  const handOut = useQuery({ ...handOutVersionQuery(pid, id), enabled: project.rights.run_desk });
  usePageTitle(`${handOut.data?.body.name ?? t('manage.parts.handOuts')} · ${project.name}`);
  if (!project.rights.run_desk) return <OwnersOnly project={project} />;
  return <Loaded query={handOut}>{(found) => <Found project={project} version={found} />}</Loaded>;
}

type FoundProps = { project: Project; version: Versioned<HandOut> };

function Found({ project, version }: FoundProps) {
  const { pid, timezone } = project;
  const { body } = version;
  const { id, kind, name } = body;
  const isOpen = project.state !== 'archived';
  const canChange = isOpen && (kind !== 'code' || project.rights.edit);
  return (
    <>
      <PageHead title={name} note={<RuleText pid={pid} handOut={body} />} />
      <Stack gap="lg">
        {kind === 'item' ? <UncountedCard pid={pid} handOut={body} timezone={timezone} /> : null}
        {kind === 'item' ? <StockCard pid={pid} version={version} isOpen={isOpen} /> : null}
        {kind === 'code' ? <CodesCard project={project} handOut={body} /> : null}
        {kind === 'loan' ? <ThingsCard pid={pid} id={id} timezone={timezone} isOpen={isOpen} /> : null}
        <EarnedCard pid={pid} handOut={body} />
        {kind === 'item' ? <GivenCard pid={pid} handOut={body} timezone={timezone} /> : null}
        {canChange ? <Settings project={project} version={version} /> : null}
      </Stack>
    </>
  );
}

function Settings({ project, version }: FoundProps) {
  const { t } = useTranslation();
  const { pid } = project;
  const { id } = version.body;
  const texts = useHandOutProblems();
  const record = editHandOut(pid, id);
  const versionOf = ({ body, etag }: Versioned<HandOut>) => ({ values: valuesOf(body), etag });
  const editing = useEditing<HandOutValues>({
    draft: `hand-out:${pid}/${id}`,
    current: versionOf(version),
    load: async () => versionOf(await record.load()),
    save: async (values, etag) => versionOf(await record.save(changesOf(values, valuesOf(version.body)), etag)),
    affects: record.affects,
    validate: (values) => problemsOf(values, texts),
    savedMessage: t('goods.saved'),
  });
  return (
    <Paper className="muster-surface muster-no-print" p="lg" maw="44rem" component="section" aria-labelledby="settings">
      <Title order={2} size="h4" mb="md" id="settings">
        {t('goods.settings')}
      </Title>
      <EditingForm editing={editing} fields={useHandOutTexts()} action={t('goods.save')} disabled={!editing.dirty}>
        <HandOutFields project={project} form={editing.form} />
      </EditingForm>
      <Group justify="flex-end" mt="lg">
        <DeleteHandOut handOut={version.body} pid={pid} />
      </Group>
    </Paper>
  );
}

function DeleteHandOut({ pid, handOut }: { pid: string; handOut: HandOut }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);
  const remove = useChange(removeHandOut(pid), {
    message: () => t('goods.deleted'),
    onDone: () => void navigate({ to: '/projects/$pid/manage/hand-outs', params: { pid } }),
  });
  const isLent = handOut.kind === 'loan' && handOut.given > 0;
  return (
    <>
      {isLent ? (
        <Text size="sm" c="dimmed">
          {t('goods.lentStill')}
        </Text>
      ) : null}
      <Button
        variant="subtle"
        color="red"
        {...(isLent ? {} : { c: 'var(--mantine-color-error)' })}
        disabled={isLent}
        onClick={() => setConfirming(true)}
      >
        {t('goods.delete')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('goods.deleteTitle', { name: handOut.name })}
        text={t('goods.deleteText')}
        confirm={t('goods.delete')}
        change={remove}
        onConfirm={() => remove.mutate(handOut)}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}

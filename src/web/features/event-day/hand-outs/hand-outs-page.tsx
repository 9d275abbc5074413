import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandOut, Project } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { fieldErrors, focusFirstError } from '../../../ui/editing/field-errors.ts';
import { ListIcon } from '../../../ui/icons.tsx';
import { PageLink } from '../../../ui/links.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { EmptyList, Loaded } from '../../../ui/page-state.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { formsQuery } from '../../forms/queries.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { loadManaged, useManagedProject } from '../../projects/managed-project.ts';
import { kindsQuery } from '../../tasks/signup/queries.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { createHandOut, handOutsQuery, openLoansQuery } from '../queries.ts';
import { HandOutFields, useHandOutProblems } from './hand-out-form.tsx';
import { bodyOf, errorsByField, newHandOut, problemsOf } from './hand-out-values.ts';
import type { HandOutValues } from './hand-out-values.ts';
import { OpenLoans } from './open-loans.tsx';
import { RuleText } from './rule-text.tsx';

export const loadHandOutsPage = loadManaged('run_desk', ({ load, loadPages, params: { pid } }) =>
  Promise.all([
    load(handOutsQuery(pid)),
    load(teamsQuery(pid)),
    load(formsQuery(pid)),
    load(kindsQuery(pid)),
    loadPages(openLoansQuery(pid)),
  ]),
);

/** What the desk hands out, with who gets it, and what is still lent. */
export function HandOutsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const handOuts = useQuery({ ...handOutsQuery(pid), enabled: project.rights.run_desk });
  /** A new number empties the fields. */
  const [added, setAdded] = useState(0);
  usePageTitle(`${t('manage.parts.handOuts')} · ${project.name}`);
  if (!project.rights.run_desk) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('manage.parts.handOuts')} help={t('goods.lead')} />
      <Stack gap="lg">
        <Loaded query={handOuts} embedded>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyList icon={<ListIcon size={28} />} title={t('goods.none')} />
            ) : (
              <List pid={pid} handOuts={data} />
            )
          }
        </Loaded>
        {project.state === 'archived' ? null : (
          <NewHandOut key={added} project={project} onDone={() => setAdded(added + 1)} />
        )}
        <OpenLoans pid={pid} timezone={project.timezone} />
      </Stack>
    </>
  );
}

function List({ pid, handOuts }: { pid: string; handOuts: readonly HandOut[] }) {
  return (
    <Paper className="muster-surface" p="lg">
      <Stack component="ul" className="muster-plain-list" gap="md">
        {handOuts.map((handOut) => (
          <Entry key={handOut.id} pid={pid} handOut={handOut} />
        ))}
      </Stack>
    </Paper>
  );
}

function Entry({ pid, handOut }: { pid: string; handOut: HandOut }) {
  const { t } = useTranslation();
  const { id, name, kind } = handOut;
  return (
    <Group component="li" justify="space-between" align="flex-start">
      <div>
        <Group gap="xs">
          <PageLink to="/projects/$pid/manage/hand-outs/$id" params={{ pid, id }} fw={650}>
            {name}
          </PageLink>
          {kind === 'item' ? null : <Badge variant="default">{t(`goods.kinds.${kind}`)}</Badge>}
        </Group>
        <Text size="sm" c="dimmed" className="muster-breaks">
          <RuleText pid={pid} handOut={handOut} />
        </Text>
      </div>
      <Counts handOut={handOut} />
    </Group>
  );
}

function Counts({ handOut: { kind, given, available, variants, not_counted: uncounted } }: { handOut: HandOut }) {
  const { t } = useTranslation();
  const counted = variants.filter(({ stock }) => stock !== null);
  const left = counted.reduce((sum, { stock, given: out }) => sum + Math.max(0, (stock ?? 0) - out), 0);
  return (
    <Group gap="sm">
      <Text size="sm">
        {kind === 'item'
          ? t('goods.counts.item', { count: given })
          : t(`goods.counts.${kind}`, { given, all: available ?? 0 })}
      </Text>
      {counted.length === 0 ? null : <Text size="sm">{t('goods.counts.left', { count: left })}</Text>}
      {uncounted === 0 ? null : (
        <Badge color="orange" variant="light">
          {t('goods.counts.uncounted', { count: uncounted })}
        </Badge>
      )}
    </Group>
  );
}

function NewHandOut({ project, onDone }: { project: Project; onDone: () => void }) {
  const { t } = useTranslation();
  const formId = useId();
  const texts = useHandOutProblems();
  const form = useForm<HandOutValues>({
    initialValues: newHandOut,
    validate: (values) => problemsOf(values, texts),
  });
  const create = useChange(createHandOut(project.pid), { onDone });
  const submit = form.onSubmit(
    (values) =>
      create.mutate(bodyOf(values), {
        onError: (error) => focusFirstError(formId, () => form.setErrors(errorsByField(fieldErrors(error)))),
      }),
    () => focusFirstError(formId),
  );
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="new-hand-out">
      <Title order={2} size="h4" mb={4} id="new-hand-out">
        {t('goods.new')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('goods.newLead')}
      </Text>
      <form id={formId} noValidate onSubmit={submit}>
        <Group align="flex-end" className="muster-line-form">
          <HandOutFields project={project} form={form} isNew />
          <Button type="submit" loading={create.isPending}>
            {t('goods.add')}
          </Button>
        </Group>
      </form>
      {create.isError && Object.keys(form.errors).length === 0 ? <OrganiserProblem error={create.error} /> : null}
    </Paper>
  );
}

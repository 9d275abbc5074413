import { Badge, EmptyState, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry } from '../../../client/client.ts';
import { formatDeadlineAt, formatOpeningAt } from '../../../locales/format/deadline.ts';
import { ListIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Loaded, EmptyList } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { useChange } from '../../ui/change.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { useManagedProject } from '../projects/managed-project.ts';
import { formsQuery, setFormEnabled } from './queries.ts';
import { useTeamNames } from './audience-editor.tsx';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';

export function ManageFormsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const forms = useQuery({ ...formsQuery(pid), enabled: project.rights.create_forms });
  const teamNames = useTeamNames(pid);
  usePageTitle(`${t('manage.parts.forms')} · ${project.name}`);
  if (!project.rights.create_forms) return <OwnersOnly project={project} />;
  const create = (
    <ButtonLink to="/projects/$pid/manage/forms/new" params={{ pid }}>
      {t('manage.forms.new')}
    </ButtonLink>
  );
  return (
    <>
      <PageHeading title={t('manage.parts.forms')} lead={t('manage.forms.lead')} />
      <Loaded query={forms} embedded>
        {(found) =>
          found.length === 0 ? (
            <EmptyList
              icon={<ListIcon size={28} />}
              title={t('manage.forms.none')}
              description={t('manage.forms.noneText')}
            >
              <EmptyState.Actions>{create}</EmptyState.Actions>
            </EmptyList>
          ) : (
            <Stack gap="lg">
              <Group>{create}</Group>
              <Stack gap="md" component="ul" className="muster-plain-list">
                {found.map((form) => (
                  <FormCard key={form.form} pid={pid} form={form} timezone={project.timezone} teamNames={teamNames} />
                ))}
              </Stack>
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}

type FormCardProps = {
  pid: string;
  form: FormEntry;
  timezone: string;
  teamNames: (tids: readonly string[]) => string;
};

function FormCard({ pid, form: entry, timezone, teamNames }: FormCardProps) {
  const { t } = useTranslation();
  const { form, title, enabled, rights } = entry;
  const toggle = useChange(setFormEnabled(pid, form), {
    message: (on) => (on ? t('manage.forms.turnedOn', { title }) : t('manage.forms.turnedOff', { title })),
  });
  const teams = teamNames(entry.tids);
  const audience = t(`manage.forms.audiences.${entry.audience}`);
  const askedPeople =
    entry.tids.length === 0
      ? [audience]
      : entry.audience === 'people'
        ? [t('manage.forms.everyoneIn', { teams })]
        : [audience, t('manage.forms.onlyTeams', { teams })];
  // The switch moves at once; after an error it shows the state of the server again.
  const shown = toggle.isPending ? toggle.variables : enabled;
  const left = entry.left_count ?? 0;
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Group gap="xs">
            <Title order={2} size="h4">
              {title}
            </Title>
            <FormState form={entry} timezone={timezone} />
          </Group>
          <Text size="sm" c="dimmed">
            {[
              t(`manage.forms.kinds.${entry.kind}`),
              ...askedPeople,
              t('manage.forms.answers', { count: (entry.response_count ?? 0) - left }),
              ...(left === 0 ? [] : [t('manage.forms.answersLeft', { count: left })]),
            ].join(' · ')}
          </Text>
        </div>
        {rights.edit ? (
          <Switch
            checked={shown}
            label={t('manage.forms.switchOn')}
            aria-label={t('manage.forms.switchOf', { title })}
            onChange={(event) => toggle.mutate(event.currentTarget.checked)}
          />
        ) : null}
      </Group>
      {toggle.isError ? (
        <OrganiserProblem error={toggle.error}>
          {problemCode(toggle.error) === 'no_subsidies' ? (
            <ButtonLink to="/projects/$pid/manage/travel-money" params={{ pid }} size="xs" variant="default" mt="sm">
              {t('manage.forms.toTable')}
            </ButtonLink>
          ) : null}
        </OrganiserProblem>
      ) : null}
      <Group gap="xs" mt="md">
        {rights.edit ? (
          <ButtonLink
            to="/projects/$pid/manage/forms/$form"
            params={{ pid, form }}
            size="xs"
            variant="default"
            aria-label={`${t('manage.edit')}: ${title}`}
          >
            {t('manage.edit')}
          </ButtonLink>
        ) : null}
        {rights.see_responses ? (
          <ButtonLink
            to="/projects/$pid/manage/totals"
            params={{ pid }}
            size="xs"
            variant="default"
            aria-label={`${t('manage.forms.toTotals')}: ${title}`}
          >
            {t('manage.forms.toTotals')}
          </ButtonLink>
        ) : null}
        {rights.see_responses ? (
          <ButtonLink
            to="/projects/$pid/manage/forms/$form/answers"
            params={{ pid, form }}
            size="xs"
            variant="default"
            aria-label={`${t('manage.answers.link')}: ${title}`}
          >
            {t('manage.answers.link')}
          </ButtonLink>
        ) : null}
        {rights.see_responses && entry.kind === 'travel_money' ? (
          <ButtonLink
            to="/projects/$pid/manage/travel-money/$form"
            params={{ pid, form }}
            size="xs"
            variant="default"
            aria-label={`${t('disclosure.list.payments')}: ${title}`}
          >
            {t('disclosure.list.payments')}
          </ButtonLink>
        ) : null}
        {rights.see_responses && entry.passes_on.length > 0 ? <DisclosureLink pid={pid} form={entry} /> : null}
      </Group>
    </Paper>
  );
}

function DisclosureLink({ pid, form: { form, title } }: { pid: string; form: FormEntry }) {
  const { t } = useTranslation();
  const text = t('disclosure.list.link');
  return (
    <ButtonLink
      to="/projects/$pid/manage/forms/$form/passed-on"
      params={{ pid, form }}
      size="xs"
      variant="default"
      aria-label={`${text}: ${title}`}
    >
      {text}
    </ButtonLink>
  );
}

function FormState({ form, timezone }: { form: FormEntry; timezone: string }) {
  const { t, i18n } = useTranslation();
  const [now] = useState(() => new Date().toISOString());
  if (!form.enabled) return <Badge variant="default">{t('manage.forms.off')}</Badge>;
  if (form.open) {
    return (
      <Badge variant="light">
        {form.closes_at === null
          ? t('manage.forms.isOpen')
          : `${t('manage.forms.isOpen')} ${t('manage.forms.until', { when: formatDeadlineAt({ t, i18n }, form.closes_at, timezone) })}`}
      </Badge>
    );
  }
  if (form.opens_at !== null && form.opens_at > now)
    return (
      <Badge variant="default">
        {t('manage.forms.waits', { when: formatOpeningAt({ i18n }, form.opens_at, timezone) })}
      </Badge>
    );
  return <Badge variant="default">{t('manage.forms.closed')}</Badge>;
}

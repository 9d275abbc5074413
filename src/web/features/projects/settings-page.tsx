import { Paper, Stack, Radio, Alert, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation, Trans } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Project } from '../../../client/client.ts';
import type { Versioned } from '../../api.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { useChange } from '../../ui/change.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { SavedAtOnce } from '../../ui/editing/saved-at-once.tsx';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { AlertIcon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links.tsx';
import { SectionFrame } from '../../ui/navigation/section-navigation.tsx';
import { ConfirmationCard } from '../tasks/exchange/confirmation-card.tsx';
import { settingsOf } from '../forms/kinds.ts';
import { formKindsQuery, formsQuery } from '../forms/queries.ts';
import { taskDaysQuery } from '../tasks/queries.ts';
import { AppearanceCard } from './event/appearance-card.tsx';
import { ProjectStateCard } from './project-state.tsx';
import { CallCard } from './call-card.tsx';
import { MinorsCard } from './minors-card.tsx';
import { OwnersOnly } from './owners-only.tsx';
import { ProjectFields, projectBody, useProjectValidation, useProjectTexts } from './project-fields.tsx';
import type { ProjectValues } from './project-fields.tsx';
import { editProject, changeListing } from './queries.ts';
import { YearBeforeCard } from './series/year-before-card.tsx';
import { NextYearCard } from './set-up/next-year-card.tsx';
import { teamsQuery } from '../teams/queries.ts';
import { loadManaged, useManagedProject } from './managed-project.ts';
import { seriesQuery } from './series/queries.ts';
import { sectionWith, settingsSections } from './settings-sections.ts';
import type { SettingsSection } from './settings-sections.ts';
import { originalOf } from '../../ui/original.ts';
import { TranslateButton } from '../translations/translate-button.tsx';

const settings = ['everyone', 'agreed', 'nobody'] as const;

export const loadSettingsPage = loadManaged('edit', ({ load, params: { pid } }, { rights }) =>
  Promise.all([
    load(taskDaysQuery(pid, { upcoming: true })),
    load(teamsQuery(pid)),
    load(seriesQuery(pid)),
    ...(rights.create_forms ? [load(formsQuery(pid)), load(formKindsQuery)] : []),
  ]),
);

export function SettingsPage() {
  const { t } = useTranslation();
  const { project, etag } = useManagedProject();
  usePageTitle(`${t('manage.parts.settings')} · ${project.name}`);
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('manage.parts.settings')} help={t('manage.settingsLead')}>
        {project.state === 'archived' ? null : (
          <TranslateButton pid={project.pid} kind="project" id={project.pid} name={project.name} />
        )}
      </PageHead>
      <SettingsSections project={project} etag={etag} />
    </>
  );
}

type SectionProps = { project: Project; etag: string | undefined };

/** A side list of the sections; only the open one is shown, and each of its forms is saved alone. */
function SettingsSections({ project, etag }: SectionProps) {
  const { t } = useTranslation();
  const { pid } = project;
  const open = useOpenSection(project);
  const names: Record<SettingsSection, string> = {
    event: t('manage.parts.event'),
    rules: t('manage.settingsRules'),
    visibility: t('manage.states.title'),
    look: t('homes.appearance.title'),
    years: t('manage.settingsYears'),
  };
  const shown: Record<SettingsSection, ReactNode> = {
    event: <SettingsForm project={project} etag={etag} />,
    rules: (
      <>
        <CallCard project={project} etag={etag} />
        <MinorsCard project={project} etag={etag} />
        <ConfirmationCard project={project} />
      </>
    ),
    visibility: (
      <>
        <ProjectStateCard project={project} />
        {project.state === 'archived' ? null : <ListingCard project={project} />}
      </>
    ),
    look: <AppearanceCard project={project} />,
    years: (
      <>
        <YearBeforeCard pid={pid} />
        <NextYearCard pid={pid} />
      </>
    ),
  };
  return (
    <SectionFrame
      label={t('manage.parts.settings')}
      menuName={names[open]}
      open={open}
      sections={sectionsOf(project).map((key) => ({
        key,
        text: names[key],
        link: { to: '/projects/$pid/manage/settings', params: { pid }, search: { section: key } },
      }))}
    >
      <Stack gap="xl" key={open}>
        {shown[open]}
      </Stack>
    </SectionFrame>
  );
}

/** Nobody changes an archived project, but one can reopen it and begin the next year. */
const sectionsOf = ({ state }: Project): readonly SettingsSection[] =>
  state === 'archived' ? ['visibility', 'years'] : settingsSections;

/** The section of the address, or the one with its anchor: links to a part of the settings name only that. */
function useOpenSection(project: Project): SettingsSection {
  const { section } = useSearch({ from: '/signed-in/projects/$pid/manage/settings' });
  const hash = useLocation({ select: (location) => location.hash });
  const sections = sectionsOf(project);
  // Somebody who reopens the project stays where the button is.
  const [first] = useState(sections[0] ?? 'visibility');
  const wanted = section ?? sectionWith(hash);
  return sections.find((one) => one === wanted) ?? first;
}

const valuesOf = (project: Project): ProjectValues => {
  const { name, description, starts_on, ends_on, timezone } = originalOf(project);
  return { name, description, starts_on: starts_on ?? '', ends_on: ends_on ?? '', timezone };
};

function SettingsForm({ project, etag }: { project: Project; etag: string | undefined }) {
  const { t } = useTranslation();
  const { pid } = project;
  const record = editProject(pid);
  const [hasMoved, setHasMoved] = useState(false);
  const versionOf = (answer: Versioned<Project>) => ({ values: valuesOf(answer.body), etag: answer.etag });
  const editing = useEditing<ProjectValues>({
    draft: `project:${pid}`,
    current: versionOf({ body: project, etag }),
    load: async () => versionOf(await record.load()),
    save: async (values, tag) => {
      const saved = await record.save(projectBody(values), tag);
      const { starts_on: first, ends_on: last } = saved.body;
      if (first !== project.starts_on || last !== project.ends_on) setHasMoved(true);
      return versionOf(saved);
    },
    affects: record.affects,
    validate: useProjectValidation(),
    savedMessage: t('manage.saved'),
  });
  return (
    <Paper className="muster-surface" p="lg">
      <EditingForm editing={editing} fields={useProjectTexts()} action={t('manage.save')} disabled={!editing.dirty}>
        <ProjectFields form={editing.form} />
      </EditingForm>
      {hasMoved ? <MovedDates project={project} /> : null}
    </Paper>
  );
}

/** Who is in the public listing of the project. Saved with each choice. */
function ListingCard({ project }: { project: Project }) {
  const { t } = useTranslation();
  const change = useChange(changeListing(project.pid), { message: () => t('listing.saved') });
  return (
    <TitledCard id="listing" title={t('listing.title')} lead={t('listing.settingLead')}>
      <Stack gap="md">
        {change.isError ? <OrganiserProblem error={change.error} /> : null}
        <Radio.Group
          aria-labelledby="listing"
          value={change.isPending ? change.variables : project.listing}
          onChange={(value) => {
            const chosen = settings.find((one) => one === value);
            if (chosen !== undefined) change.mutate(chosen);
          }}
        >
          <Stack gap="sm">
            {settings.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`listing.settings.${value}`)}
                description={t(`listing.settings.${value}Hint`)}
                disabled={change.isPending}
              />
            ))}
          </Stack>
        </Radio.Group>
        <SavedAtOnce />
      </Stack>
    </TitledCard>
  );
}

/** After the dates of the event have changed: what is still on other days. */
function MovedDates({ project }: { project: Project }) {
  const { pid, starts_on: first, ends_on: last, rights } = project;
  const days = useQuery(taskDaysQuery(pid, { upcoming: true })).data ?? [];
  const forms = useQuery({ ...formsQuery(pid), enabled: rights.create_forms }).data ?? [];
  const kinds = useQuery({ ...formKindsQuery, enabled: forms.length > 0 }).data ?? [];
  const isOutside = (day: string) => (first !== null && day < first) || (last !== null && day > last);
  const count = days.filter(({ day }) => isOutside(day)).reduce((sum, one) => sum + one.count, 0);
  const hasDays = forms.some(({ kind }) => settingsOf(kinds, kind).days);
  if (count === 0 && !hasDays) return null;
  return (
    <Alert color="orange" variant="outline" icon={<AlertIcon />}>
      {count === 0 ? null : (
        <Text size="sm">
          <Trans
            i18nKey="manage.movedDates.tasks"
            count={count}
            components={{
              tasks: <PageLink to="/projects/$pid/manage/tasks" params={{ pid }} inherit underline="always" />,
            }}
          />
        </Text>
      )}
      {hasDays ? (
        <Text size="sm">
          <Trans
            i18nKey="manage.movedDates.forms"
            components={{
              forms: <PageLink to="/projects/$pid/manage/forms" params={{ pid }} inherit underline="always" />,
            }}
          />
        </Text>
      ) : null}
    </Alert>
  );
}

import { Group, NativeSelect, SegmentedControl, Table, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { PlanTask, Project } from '../../../../../client/client.ts';
import { dayAt, formatDay } from '../../../../../locales/format/dates.ts';
import { formatHoursAt } from '../../../../../locales/format/hours.ts';
import { formatList } from '../../../../../locales/format/lists.ts';
import { shownName, compareNames } from '../../../../../locales/format/names.ts';
import { formatOutOf } from '../../../../../locales/format/numbers.ts';
import { PageHeading, usePageTitle } from '../../../../ui/page.tsx';
import { Loaded } from '../../../../ui/page-state.tsx';
import { PrintButton } from '../../../../ui/print-button.tsx';
import { loadManaged, useManagedProject } from '../../../projects/managed-project.ts';
import { OwnersOnly } from '../../../projects/owners-only.tsx';
import { teamsQuery } from '../../../teams/queries.ts';
import { useTeamOrProject } from '../../../teams/team-names.ts';
import styles from './print.module.css';
import { taskDaysQuery } from '../../queries.ts';
import { planQuery } from '../queries.ts';
import { printings, printSearch } from '../search.ts';
import type { PrintSearch, Printing } from '../search.ts';
import { staffingText } from '../staffing-text.ts';

/** All days, or the one that the address names. */
const printedPlanQuery = (pid: string, { what, one }: PrintSearch) => {
  const day = what === 'day' ? one : undefined;
  return planQuery(pid, day === undefined ? {} : { from: day, to: day });
};

export const loadPrintPlanPage = loadManaged('plan_tasks', ({ load, params: { pid }, search }) => {
  const printed = printSearch(search);
  return Promise.all([
    load(printedPlanQuery(pid, printed)),
    load(teamsQuery(pid)),
    ...(printed.what === 'day' ? [load(taskDaysQuery(pid, {}))] : []),
  ]);
});

/** The plan on paper: of the whole event, or a sheet for each day, place or person. */
export function PrintPlanPage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  usePageTitle(`${t('planner.print.title')} · ${project.name}`);
  return project.rights.see_plan ? <PrintPlan project={project} /> : <OwnersOnly project={project} />;
}

function PrintPlan({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { pid, name, timezone } = project;
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/tasks/print' });
  const plan = useQuery({ ...printedPlanQuery(pid, search), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeading title={t('planner.print.of', { project: name })} />
      <Loaded query={plan} embedded>
        {(tasks) => <Sheets {...{ project, tasks, search }} isLoading={plan.isPlaceholderData} />}
      </Loaded>
      <Text size="sm" mt="md">
        {t('project.tasks.zone', { zone: timezone })}
      </Text>
    </>
  );
}

type SheetsProps = { project: Project; tasks: readonly PlanTask[]; search: PrintSearch; isLoading: boolean };

function Sheets({ project, tasks, search, isLoading }: SheetsProps) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { pid, timezone } = project;
  const what = search.what ?? 'all';
  const dayName = (day: string) => formatDay(day, i18n.language, 'long');
  const all = sheetsOf(tasks, what, {
    timezone,
    dayName,
    noPlace: t('planner.without.place'),
    nameOf: (name) => shownName(t, name),
    language: i18n.language,
  });
  const days = useQuery({ ...taskDaysQuery(pid, {}), enabled: what === 'day' }).data ?? [];
  const choices = what === 'day' ? days.map(({ day }) => ({ key: day, title: dayName(day) })) : all;
  const sheets = all.filter(({ key }) => search.one === undefined || what === 'all' || key === search.one);
  const go = (next: PrintSearch) =>
    void navigate({
      to: '/projects/$pid/manage/tasks/print',
      params: { pid },
      search: next,
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <Group
        component="section"
        mb="lg"
        align="flex-end"
        className="muster-no-print"
        aria-label={t('planner.print.choose')}
      >
        <SegmentedControl
          aria-label={t('planner.print.what')}
          value={what}
          onChange={(chosen) => go(printSearch({ what: chosen }))}
          data={printings.map((one) => ({ value: one, label: t(`planner.print.${one}`) }))}
        />
        {what === 'all' ? null : (
          <NativeSelect
            label={t(`planner.print.which.${what}`)}
            value={search.one ?? ''}
            onChange={(event) => go({ ...search, one: event.currentTarget.value || undefined })}
            data={[
              { value: '', label: t(`planner.print.every.${what}`) },
              ...choices.map(({ key, title }) => ({ value: key, label: title })),
            ]}
          />
        )}
        <PrintButton />
      </Group>
      {sheets.length === 0 && !isLoading ? <Text>{t('planner.noTasks')}</Text> : null}
      {sheets.map((sheet) => (
        <PrintedSheet key={sheet.key} {...{ sheet, project }} withDay={what === 'place' || what === 'person'} />
      ))}
    </>
  );
}

type PrintedSheetProps = { sheet: Sheet; project: Project; withDay: boolean };

/** One sheet: a table of tasks. Each begins on a new page. */
function PrintedSheet({ sheet, project, withDay }: PrintedSheetProps) {
  const { t, i18n } = useTranslation();
  const { pid, timezone } = project;
  const teamName = useTeamOrProject(pid);
  const teamOf = ({ tid }: PlanTask) => teamName(tid);
  const namesOn = ({ attendees }: PlanTask) =>
    formatList(
      attendees.map(({ name }) => shownName(t, name)),
      i18n.language,
    );
  const dayOf = ({ starts_at }: PlanTask) => formatDay(dayAt(starts_at, timezone), i18n.language, 'long');
  return (
    <section className={styles.sheet} aria-label={sheet.title}>
      <Title order={2} size="h3" mb="xs">
        {sheet.title}
      </Title>
      <Table verticalSpacing={4} className="muster-cards">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={withDay ? '24%' : '18%'}>{t('project.tasks.time')}</Table.Th>
            <Table.Th w="28%">{t('project.tasks.what')}</Table.Th>
            <Table.Th w="14%">{t('project.tasks.people')}</Table.Th>
            <Table.Th>{t('project.tasks.attendees')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sheet.tasks.map((task) => (
            <Table.Tr key={task.id}>
              <Table.Td>
                {withDay ? (
                  <>
                    {dayOf(task)}
                    <br />
                  </>
                ) : null}
                {formatHoursAt({ t, i18n }, task.starts_at, task.ends_at, timezone)}
              </Table.Td>
              <Table.Td>
                <strong>{task.title}</strong>
                <br />
                {[teamOf(task), task.place?.name].filter(Boolean).join(' · ')}
              </Table.Td>
              <Table.Td>
                {formatOutOf(task.attendee_count, task.capacity, i18n.language)}
                <br />
                {staffingText(t, task)}
              </Table.Td>
              <Table.Td>{namesOn(task)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** What is printed on pages of its own. */
type Sheet = { key: string; title: string; tasks: PlanTask[] };

type Naming = {
  timezone: string;
  language: string;
  dayName: (day: string) => string;
  noPlace: string;
  nameOf: (name: string) => string;
};

/** One sheet for each day, place or person. The whole event is a sheet for each of its days. */
function sheetsOf(
  tasks: readonly PlanTask[],
  what: Printing,
  { timezone, language, dayName, noPlace, nameOf }: Naming,
): Sheet[] {
  if (what === 'all' || what === 'day')
    return sheetsBy(tasks, ({ starts_at }) => {
      const day = dayAt(starts_at, timezone);
      return [{ key: day, title: dayName(day) }];
    });
  const sheets =
    what === 'place'
      ? sheetsBy(tasks, ({ place }) => [
          place === null ? { key: '-', title: noPlace } : { key: place.id, title: place.name },
        ])
      : sheetsBy(tasks, ({ attendees }) => attendees.map(({ uid, name }) => ({ key: uid, title: nameOf(name) })));
  const compare = compareNames(language);
  return sheets.toSorted((one, other) => compare(one.title, other.title));
}

function sheetsBy(
  tasks: readonly PlanTask[],
  sheetsFor: (task: PlanTask) => readonly { key: string; title: string }[],
): Sheet[] {
  const sheets = new Map<string, Sheet>();
  for (const task of tasks) {
    for (const { key, title } of sheetsFor(task)) {
      const sheet = sheets.get(key) ?? { key, title, tasks: [] };
      sheet.tasks.push(task);
      sheets.set(key, sheet);
    }
  }
  return [...sheets.values()];
}

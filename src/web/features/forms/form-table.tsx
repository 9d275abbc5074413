import { Badge, Switch } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry, Project } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { currentTime } from '../../../locales/format/dates.ts';
import { formatDeadlineAt, formatOpeningAt } from '../../../locales/format/deadline.ts';
import { formatNumber } from '../../../locales/format/numbers.ts';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import type { Column, Selection } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RowActions } from '../../ui/table/row-actions.tsx';
import type { RowAction } from '../../ui/table/row-actions.tsx';
import { useMe } from '../people/queries.ts';
import { useTeamNames } from '../teams/team-names.ts';
import { switchForm } from './queries.ts';
import { totalsId } from './search.ts';

type FormTableProps = {
  project: Project;
  forms: readonly FormEntry[];
  sort: string | undefined;
  onSort: (sort: string) => void;
  selection: Selection<FormEntry>;
};

export function FormTable({ project, forms, sort, onSort, selection }: FormTableProps) {
  const { t, i18n } = useTranslation();
  const teamNames = useTeamNames(project.pid);
  return (
    <DataTable
      label={t('manage.parts.forms')}
      columns={columnsOf({ t, language: i18n.language }, project, (form) => askedBy(t, form, teamNames(form.tids)))}
      rows={forms}
      keyOf={({ form }) => form}
      sort={sort ?? 'title'}
      onSort={onSort}
      selection={selection}
    />
  );
}

const answersOf = ({ response_count: all, left_count: left }: FormEntry): number => (all ?? 0) - (left ?? 0);

/** Whom a form asks, in a few words. */
export function askedBy(t: TFunction, { audience, tids }: FormEntry, teams: string): string {
  const asked = t(`manage.forms.audiences.${audience}`);
  // The full text is too long for the column.
  if (tids.length === 0) return audience === 'people' ? t('manage.forms.teamsAndOwners') : asked;
  return audience === 'people'
    ? t('manage.forms.everyoneIn', { teams })
    : `${asked} · ${t('manage.forms.onlyTeams', { teams })}`;
}

const columnsOf = (
  { t, language }: { t: TFunction; language: string },
  { pid, timezone, state }: Project,
  asked: (form: FormEntry) => string,
): Column<FormEntry>[] => [
  {
    key: 'title',
    label: t('homes.forms.form'),
    width: '16%',
    sortBy: ({ title }) => title,
    cell: (form) => <Title pid={pid} form={form} />,
  },
  {
    key: 'asked',
    label: t('homes.forms.asked'),
    width: '20%',
    cut: true,
    sortBy: asked,
    cell: (form) => <span title={asked(form)}>{asked(form)}</span>,
  },
  {
    key: 'state',
    label: t('homes.forms.state'),
    date: true,
    // Letters, because texts are compared with numbers by value.
    sortBy: ({ enabled, open, closes_at: closes }) => `${enabled ? (open ? 'a' : 'b') : 'c'} ${closes ?? 'z'}`,
    cell: (form) => <FormState form={form} timezone={timezone} />,
  },
  {
    key: 'answers',
    label: t('homes.forms.answers'),
    date: true,
    phone: 'label',
    sortBy: answersOf,
    cell: (form) => <Answers pid={pid} form={form} text={answersText(t, language, form)} />,
  },
  {
    key: 'on',
    label: t('homes.forms.on'),
    width: '4rem',
    phone: 'label',
    cell: (form) => (form.rights.edit ? <OnSwitch pid={pid} isPublic={state === 'public'} form={form} /> : null),
  },
  {
    key: 'actions',
    label: t('homes.forms.actions'),
    width: '1%',
    actions: true,
    phone: 'corner',
    cell: (form) => <RowActions name={form.title} actions={actionsOf(t, pid, form)} />,
  },
];

/** Answers of people whom the form no longer asks are counted apart. */
function answersText(t: TFunction, language: string, form: FormEntry): string {
  const left = form.left_count ?? 0;
  const counted = formatNumber(answersOf(form), language);
  return left === 0 ? counted : `${counted} · ${t('manage.forms.answersLeft', { count: left })}`;
}

const Answers = ({ pid, form: { form, rights }, text }: { pid: string; form: FormEntry; text: string }) =>
  rights.see_responses ? (
    <PageLink to="/projects/$pid/manage/forms/$form/answers" params={{ pid, form }} inherit>
      {text}
    </PageLink>
  ) : (
    text
  );

function Title({ pid, form: { form, title, kind, rights } }: { pid: string; form: FormEntry }) {
  const { t } = useTranslation();
  return (
    <span title={t(`manage.forms.kinds.${kind}`)}>
      {rights.edit ? (
        <PageLink to="/projects/$pid/manage/forms/$form" params={{ pid, form }} inherit>
          {title}
        </PageLink>
      ) : (
        title
      )}
    </span>
  );
}

type OnSwitchProps = { pid: string; isPublic: boolean; form: FormEntry };

function OnSwitch({ pid, isPublic, form: { form, title, enabled } }: OnSwitchProps) {
  const { t } = useTranslation();
  const uid = useMe()?.uid ?? '';
  const toggle = useChange(switchForm(pid, form, uid), {
    message: (on, { open, notifies, response_count: answers }) => {
      if (!on) return t('manage.forms.turnedOff', { title });
      if (!open) return t('manage.forms.turnedOn', { title });
      if (!isPublic) return t('manage.forms.turnedOnLater', { title });
      if (notifies) return t('manage.forms.turnedOnNotified', { title });
      return t(answers === 0 ? 'manage.forms.turnedOnNobody' : 'manage.forms.turnedOn', { title });
    },
  });
  return (
    <>
      <Switch
        size="xs"
        // The switch moves at once; after an error it shows the state of the server again.
        checked={toggle.isPending ? toggle.variables : enabled}
        aria-label={t('manage.forms.switchOf', { title })}
        onChange={(event) => toggle.mutate(event.currentTarget.checked)}
      />
      {toggle.isError ? (
        <OrganiserProblem error={toggle.error}>
          {problemCode(toggle.error) === 'no_subsidies' ? (
            <ButtonLink to="/projects/$pid/manage/travel-money" params={{ pid }} size="xs" variant="default" mt="sm">
              {t('manage.forms.toTable')}
            </ButtonLink>
          ) : null}
        </OrganiserProblem>
      ) : null}
    </>
  );
}

function actionsOf(t: TFunction, pid: string, entry: FormEntry): RowAction[] {
  const { form, title, kind, rights, passes_on: passesOn } = entry;
  const params = { pid, form };
  const action = (key: string, text: string, link: RowAction['link'], menuOnly = false): RowAction => ({
    key,
    text,
    label: t('ui.actionOn', { action: text, name: title }),
    ...(link !== undefined && { link }),
    menuOnly,
  });
  const edit = action('edit', t('manage.edit'), { to: '/projects/$pid/manage/forms/$form', params });
  if (!rights.see_responses) return rights.edit ? [edit] : [];
  return [
    ...(rights.edit ? [edit] : []),
    action('answers', t('manage.answers.link'), { to: '/projects/$pid/manage/forms/$form/answers', params }),
    action(
      'totals',
      t('manage.forms.toTotals'),
      { to: '/projects/$pid/manage/totals', params: { pid }, hash: totalsId(form) },
      true,
    ),
    ...(kind === 'travel_money' || kind === 'application' || passesOn.length > 0
      ? []
      : [
          action(
            'import',
            t('imports.answers.action'),
            { to: '/projects/$pid/manage/forms/$form/import', params },
            true,
          ),
        ]),
    ...(kind === 'travel_money'
      ? [
          action(
            'payments',
            t('disclosure.list.payments'),
            { to: '/projects/$pid/manage/travel-money/$form', params },
            true,
          ),
        ]
      : []),
    ...(passesOn.length > 0
      ? [
          action(
            'passed',
            t('disclosure.list.link'),
            { to: '/projects/$pid/manage/forms/$form/passed-on', params },
            true,
          ),
        ]
      : []),
  ];
}

function FormState({ form, timezone }: { form: FormEntry; timezone: string }) {
  const { t, i18n } = useTranslation();
  const [now] = useState(currentTime);
  const badge = (text: string, variant: 'light' | 'default', about?: string) => (
    <span>
      <Badge variant={variant} size="xs" miw="max-content" style={{ verticalAlign: 'top' }}>
        {text}
      </Badge>{' '}
      {about}
    </span>
  );
  if (!form.enabled) return badge(t('manage.forms.off'), 'default');
  if (form.open) {
    const until = form.closes_at === null ? undefined : formatDeadlineAt({ t, i18n }, form.closes_at, timezone);
    return badge(t('manage.forms.isOpen'), 'light', until && t('manage.forms.until', { when: until }));
  }
  const opens = form.opens_at;
  if (opens !== null && opens > now) {
    const when = formatOpeningAt({ i18n }, opens, timezone);
    return badge(t('manage.forms.closed'), 'default', t('manage.forms.waits', { when }));
  }
  return badge(t('manage.forms.closed'), 'default');
}

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { HoursRow, Project } from '../../../client/client.ts';
import { formatNumber, toHours } from '../../../locales/format/numbers.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { useRows } from '../../ui/paging.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { shownName } from '../../../locales/format/names.ts';
import { isBeforeEnd, NotOver } from '../projects/event/not-over.tsx';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RowActions } from '../../ui/table/row-actions.tsx';
import type { RowAction } from '../../ui/table/row-actions.tsx';
import { useTableSearch } from '../../ui/table/table-search.tsx';
import { SentenceGap } from '../../ui/sentence-gap.tsx';
import { AddHoursLink } from '../event-day/work/add-hours-link.tsx';
import { hoursColumns } from './hours-columns.tsx';
import { Issuing, Renewing } from './issuing.tsx';
import { isOutdated } from './outdated.ts';
import { everyonesHoursQuery, hoursSummaryQuery, issueOne, revokeOne, settingsQuery } from './queries.ts';
import { SettingsCard } from './settings-card.tsx';
import { tableSearch } from '../../ui/table/search.ts';
import { useNames } from '../roster/namesakes.ts';

export const loadManageHoursPage = loadManaged('see_hours', ({ load, loadPages, params: { pid }, search }) =>
  Promise.all([
    load(hoursSummaryQuery(pid)),
    loadPages(everyonesHoursQuery(pid, tableSearch(search).sort !== undefined)),
    load(settingsQuery(pid)),
  ]),
);

/** Everybody's hours, and the certificates made of them. */
export function ManageHoursPage() {
  const { t, i18n } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('hours.manage.title')} · ${project.name}`);
  const summary = useQuery({ ...hoursSummaryQuery(pid), enabled: project.rights.see_hours });
  if (!project.rights.see_hours) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead
        title={t('hours.manage.title')}
        help={
          <>
            {t('hours.manage.lead')}
            <SentenceGap />
            <Trans
              i18nKey="hours.manage.when"
              components={{ here: <PageLink to="/projects/$pid/now" params={{ pid }} inherit underline="always" /> }}
            />
          </>
        }
      >
        {project.rights.plan_tasks && project.state !== 'archived' ? <AddHoursLink pid={pid} /> : null}
      </PageHead>
      <Stack gap="lg">
        <Loaded query={summary} embedded>
          {(counts) =>
            counts.people === 0 ? (
              <Text>{t('hours.manage.none')}</Text>
            ) : (
              <>
                {project.rights.edit ? <Issuing project={project} counts={counts} /> : null}
                {project.rights.edit ? <Renewing project={project} counts={counts} /> : null}
                <Group>
                  <Button
                    component="a"
                    variant="default"
                    href={`/api/projects/${pid}/hours.csv?language=${i18n.language}`}
                    download
                  >
                    {t('hours.downloadCsv')}
                  </Button>
                  {counts.certificates > 0 && project.rights.edit ? (
                    <Button component="a" variant="default" href={`/api/projects/${pid}/certificates.zip`} download>
                      {t('hours.manage.zip')}
                    </Button>
                  ) : null}
                  {project.state === 'archived' || !project.rights.announce ? null : (
                    <ButtonLink
                      to="/projects/$pid/manage/messages/new"
                      params={{ pid }}
                      search={{ thanks: true }}
                      variant="default"
                    >
                      {t('hours.manage.thank')}
                    </ButtonLink>
                  )}
                </Group>
                <HoursTable project={project} />
              </>
            )
          }
        </Loaded>
        {project.rights.edit ? <SettingsCard pid={pid} /> : null}
      </Stack>
    </>
  );
}

function HoursTable({ project }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const { pid } = project;
  const [early, setEarly] = useState<HoursRow>();
  const [replacing, setReplacing] = useState<HoursRow>();
  const [revoking, setRevoking] = useState<HoursRow>();
  const [reason, setReason] = useState('');
  const { sort, onSort } = useTableSearch();
  const list = useInfiniteQuery(everyonesHoursQuery(pid, sort !== undefined));
  // Any order but that of the API needs everybody first.
  const { rows, more } = useRows(list, sort !== undefined);
  const nameOf = useNames(pid, rows);
  const settings = useQuery(settingsQuery(pid)).data;
  const close = () => {
    setEarly(undefined);
    setReplacing(undefined);
    setRevoking(undefined);
    setReason('');
  };
  const issue = useChange(issueOne(pid), { message: () => t('hours.manage.issued'), onDone: close });
  const revoke = useChange(revokeOne(pid), { message: () => t('hours.manage.revoked'), onDone: close });
  const actions = (row: HoursRow) => (
    <>
      {isOutdated(row, settings) ? <OldHours row={row} /> : null}
      <CertificateActions
        pid={pid}
        row={row}
        onIssue={() => {
          issue.reset();
          if (isBeforeEnd(project)) setEarly(row);
          else issue.mutate({ uid: row.uid, replace: false });
        }}
        onReplace={() => {
          issue.reset();
          setReplacing(row);
        }}
        onRevoke={() => setRevoking(row)}
      />
    </>
  );
  const columns = hoursColumns({ t, i18n }, { pid, nameOf }, project.rights.edit ? actions : undefined);
  return (
    <>
      {issue.isError && replacing === undefined && early === undefined ? <ProblemAlert error={issue.error} /> : null}
      <Loaded query={list} embedded>
        {() => (
          <DataTable
            label={t('hours.manage.title')}
            columns={columns}
            rows={rows}
            keyOf={({ uid }) => uid}
            // The order of the API.
            sort={sort ?? 'name'}
            isSorted={sort === undefined}
            onSort={onSort}
            more={more}
          />
        )}
      </Loaded>
      <ConfirmDialog
        opened={early !== undefined}
        title={t('hours.manage.issueTitle')}
        text={t('hours.manage.issueText', { name: shownName(t, early?.name ?? '') })}
        confirm={t('hours.manage.issueOne')}
        color="spruce"
        change={issue}
        onConfirm={() => early && issue.mutate({ uid: early.uid, replace: false })}
        onClose={() => close()}
      >
        <NotOver project={project} effect={t('hours.manage.issueEarlyOne')} />
      </ConfirmDialog>
      <ConfirmDialog
        opened={replacing !== undefined}
        title={t('hours.manage.replaceTitle')}
        text={t('hours.manage.replaceText', { name: shownName(t, replacing?.name ?? '') })}
        confirm={t('hours.manage.replace')}
        change={issue}
        onConfirm={() => replacing && issue.mutate({ uid: replacing.uid, replace: true })}
        onClose={() => close()}
      />
      <ConfirmDialog
        opened={revoking !== undefined}
        title={t('hours.manage.revokeTitle')}
        text={t('hours.manage.revokeText', { name: shownName(t, revoking?.name ?? '') })}
        confirm={t('hours.manage.revoke')}
        change={revoke}
        onConfirm={() =>
          revoking?.certificate && revoke.mutate({ number: revoking.certificate.number, reason: reason.trim() })
        }
        onClose={() => close()}
      >
        <TextInput
          label={t('hours.manage.reason')}
          description={t('hours.manage.reasonHint')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={300}
        />
      </ConfirmDialog>
    </>
  );
}

function OldHours({ row: { certificate } }: { row: HoursRow }) {
  const { t, i18n } = useTranslation();
  const hours = formatNumber(toHours(certificate?.minutes ?? 0), i18n.language);
  return (
    <Text size="sm" fw={500}>
      {t('hours.manage.says', { hours })}
    </Text>
  );
}

type ActionsProps = { pid: string; row: HoursRow } & Record<'onIssue' | 'onReplace' | 'onRevoke', () => void>;

function CertificateActions({ pid, row, onIssue, onReplace, onRevoke }: ActionsProps) {
  const { t } = useTranslation();
  const { name, certificate, minutes, wants_certificate: isWanted } = row;
  const shown = shownName(t, name);
  const action = (key: 'issue' | 'pdf' | 'replace' | 'revoke', does: Pick<RowAction, 'onClick' | 'href'>) => {
    const text = t(`hours.manage.${key}`);
    return { key, text, label: t('ui.actionOn', { action: text, name: shown }), ...does };
  };
  if (certificate === null && !isWanted)
    return (
      <Text size="sm" c="dimmed">
        {t('hours.manage.wantsNone')}
      </Text>
    );
  if (certificate === null)
    return minutes === 0 ? null : <RowActions name={shown} actions={[action('issue', { onClick: onIssue })]} />;
  return (
    <RowActions
      name={shown}
      actions={[
        action('pdf', { href: `/api/projects/${pid}/certificates/${certificate.number}/pdf` }),
        ...(isWanted ? [action('replace', { onClick: onReplace })] : []),
        action('revoke', { onClick: onRevoke }),
      ]}
    />
  );
}

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { HoursRow, Project } from '../../../client/client.ts';
import { formatNumber, toHours } from '../../../locales/format/numbers.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { shownName } from '../../../locales/format/names.ts';
import { useTold } from '../notices/told.ts';
import { isBeforeEnd, NotOver } from '../projects/event/not-over.tsx';
import { useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useTableSearch } from '../../ui/table/table-search.tsx';
import { SentenceGap } from '../../ui/sentence-gap.tsx';
import { hoursColumns } from './hours-columns.tsx';
import { Issuing } from './issuing.tsx';
import { isOutdated } from './outdated.ts';
import { everyonesHoursQuery, issueOne, revokeOne, settingsQuery } from './queries.ts';
import { Renewing } from './renewing.tsx';
import { SettingsCard } from './settings-card.tsx';

/** Everybody's hours, and the certificates made of them. */
export function ManageHoursPage() {
  const { t, i18n } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('hours.manage.title')} · ${project.name}`);
  const rows = useQuery({ ...everyonesHoursQuery(pid), enabled: project.rights.edit });
  const settings = useQuery({ ...settingsQuery(pid), enabled: project.rights.edit }).data;
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  const outdatedOf = (found: readonly HoursRow[]) => found.filter((row) => isOutdated(row, settings));
  return (
    <>
      <PageHeading
        title={t('hours.manage.title')}
        lead={
          <>
            {t('hours.manage.lead')}
            <SentenceGap />
            <Trans
              i18nKey="hours.manage.when"
              components={{ here: <PageLink to="/projects/$pid/now" params={{ pid }} inherit underline="always" /> }}
            />
          </>
        }
      />
      <Stack gap="lg">
        <Loaded query={rows} embedded>
          {(found) =>
            found.length === 0 ? (
              <Text>{t('hours.manage.none')}</Text>
            ) : (
              <>
                <Issuing project={project} rows={found} />
                <Renewing project={project} outdated={outdatedOf(found)} />
                <Group>
                  <Button
                    component="a"
                    variant="default"
                    href={`/api/projects/${pid}/hours.csv?language=${i18n.language}`}
                    download
                  >
                    {t('hours.downloadCsv')}
                  </Button>
                  {found.some(({ certificate }) => certificate !== null) ? (
                    <Button component="a" variant="default" href={`/api/projects/${pid}/certificates.zip`} download>
                      {t('hours.manage.zip')}
                    </Button>
                  ) : null}
                  {project.state === 'archived' ? null : (
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
                <HoursTable project={project} rows={found} outdated={new Set(outdatedOf(found))} />
              </>
            )
          }
        </Loaded>
        <SettingsCard pid={pid} />
      </Stack>
    </>
  );
}

type HoursTableProps = { project: Project; rows: readonly HoursRow[]; outdated: ReadonlySet<HoursRow> };

function HoursTable({ project, rows, outdated }: HoursTableProps) {
  const { t, i18n } = useTranslation();
  const told = useTold();
  const { pid } = project;
  const [early, setEarly] = useState<HoursRow>();
  const [replacing, setReplacing] = useState<HoursRow>();
  const [revoking, setRevoking] = useState<HoursRow>();
  const [reason, setReason] = useState('');
  const { sort, onSort } = useTableSearch();
  const close = () => {
    setEarly(undefined);
    setReplacing(undefined);
    setRevoking(undefined);
    setReason('');
  };
  const issue = useChange(issueOne(pid), { message: () => t('hours.manage.issued'), onDone: close });
  const revoke = useChange(revokeOne(pid), { message: () => t('hours.manage.revoked'), onDone: close });
  const columns = hoursColumns({ t, i18n }, pid, (row) => (
    <>
      {outdated.has(row) ? <OldHours row={row} /> : null}
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
  ));
  return (
    <>
      {issue.isError && replacing === undefined && early === undefined ? <ProblemAlert error={issue.error} /> : null}
      <DataTable
        label={t('hours.manage.title')}
        columns={columns}
        rows={rows}
        keyOf={({ uid }) => uid}
        // The order of the API.
        sort={sort ?? 'name'}
        isSorted={sort === undefined}
        onSort={onSort}
      />
      <ConfirmDialog
        opened={early !== undefined}
        title={t('hours.manage.issueTitle')}
        text={told(t('hours.manage.issueText', { name: shownName(t, early?.name ?? '') }))}
        confirm={t('hours.manage.issueOne')}
        color="spruce"
        pending={issue.isPending}
        error={issue.error}
        onConfirm={() => early && issue.mutate({ uid: early.uid, replace: false })}
        onClose={() => {
          close();
          issue.reset();
        }}
      >
        <NotOver project={project} effect={t('hours.manage.issueEarlyOne')} />
      </ConfirmDialog>
      <ConfirmDialog
        opened={replacing !== undefined}
        title={t('hours.manage.replaceTitle')}
        text={t('hours.manage.replaceText', { name: shownName(t, replacing?.name ?? '') })}
        confirm={t('hours.manage.replace')}
        pending={issue.isPending}
        error={issue.error}
        onConfirm={() => replacing && issue.mutate({ uid: replacing.uid, replace: true })}
        onClose={() => {
          close();
          issue.reset();
        }}
      />
      <ConfirmDialog
        opened={revoking !== undefined}
        title={t('hours.manage.revokeTitle')}
        text={t('hours.manage.revokeText', { name: shownName(t, revoking?.name ?? '') })}
        confirm={t('hours.manage.revoke')}
        pending={revoke.isPending}
        error={revoke.error}
        onConfirm={() =>
          revoking?.certificate && revoke.mutate({ number: revoking.certificate.number, reason: reason.trim() })
        }
        onClose={() => {
          close();
          revoke.reset();
        }}
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
  const { name, certificate, minutes } = row;
  const button = (text: string) =>
    ({
      size: 'compact-xs',
      variant: 'default',
      'aria-label': t('ui.actionOn', { action: text, name: shownName(t, name) }),
    }) as const;
  if (certificate === null)
    return minutes === 0 ? null : (
      <Button {...button(t('hours.manage.issue'))} onClick={onIssue}>
        {t('hours.manage.issue')}
      </Button>
    );
  return (
    <Group gap="xs" wrap="nowrap" display="inline-flex">
      <Button
        {...button(t('hours.manage.pdf'))}
        component="a"
        td="none"
        href={`/api/projects/${pid}/certificates/${certificate.number}/pdf`}
        download
      >
        {t('hours.manage.pdf')}
      </Button>
      <Button {...button(t('hours.manage.replace'))} onClick={onReplace}>
        {t('hours.manage.replace')}
      </Button>
      <Button {...button(t('hours.manage.revoke'))} onClick={onRevoke}>
        {t('hours.manage.revoke')}
      </Button>
    </Group>
  );
}

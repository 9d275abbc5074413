import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { HoursStatement, Project } from '../../../client/client.ts';
import { formatFullDate } from '../../../locales/format/dates.ts';
import { formatNumber, toHours } from '../../../locales/format/numbers.ts';
import { joinSentences } from '../../../locales/format/sentences.ts';
import { PageLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { ownClaimsQuery } from '../event-day/queries.ts';
import { useMe } from '../people/queries.ts';
import { projectQuery } from '../projects/queries.ts';
import { useEntryColumns } from './entries.tsx';
import { statementQuery } from './queries.ts';
import type { Loading } from '../../loading.ts';

export const loadMyHoursPage = ({ me, load, params: { pid } }: Loading<'pid'>) =>
  Promise.all([load(projectQuery(pid)), me && load(statementQuery(pid, me.uid)), load(ownClaimsQuery(pid))]);

/** A person's own hours in a project, with their certificate. */
export function MyHoursPage() {
  const { t } = useTranslation();
  const { pid } = useParams({ from: '/projects/$pid/my-hours' });
  const uid = useMe()?.uid ?? '';
  usePageTitle(t('hours.mine'));
  const project = useQuery(projectQuery(pid));
  const statement = useQuery({ ...statementQuery(pid, uid), enabled: uid !== '' });
  return (
    <>
      <PageHeading title={t('hours.mine')} />
      <Loaded query={project}>
        {(found) => <Loaded query={statement}>{(own) => <Statement project={found} statement={own} />}</Loaded>}
      </Loaded>
      <WaitingHours pid={pid} uid={uid} />
      <Text mt="lg">
        <PageLink to="/projects/$pid/work" params={{ pid }}>
          {t('eventDay.work.title')}
        </PageLink>
      </Text>
    </>
  );
}

/** Work that was added but doesn't count yet. */
function WaitingHours({ pid, uid }: { pid: string; uid: string }) {
  const { t, i18n } = useTranslation();
  const claims = useQuery({ ...ownClaimsQuery(pid), enabled: uid !== '' }).data ?? [];
  if (claims.length === 0) return null;
  const minutes = claims.reduce((sum, claim) => sum + claim.minutes, 0);
  return (
    <Text mt="lg" fw={600}>
      {t('hours.waiting', { hours: formatNumber(toHours(minutes), i18n.language) })}
    </Text>
  );
}

function Statement({ project, statement }: { project: Project; statement: HoursStatement }) {
  const { t, i18n } = useTranslation();
  const { pid } = project;
  const { uid, entries, minutes, certificate, certifiable } = statement;
  const number = (value: number) => formatNumber(toHours(value), i18n.language);
  const file = (type: string) => `/api/projects/${pid}/hours/${uid}/statement.${type}?language=${i18n.language}`;
  const columns = useEntryColumns(project);
  if (entries.length === 0) return <Text>{joinSentences([t('hours.none'), t('hours.whenMine')], i18n.language)}</Text>;
  return (
    <Stack gap="lg">
      {certificate === null ? null : (
        <TitledCard id="certificate" title={t('hours.certificate')} lead={t('hours.certificateLead')}>
          {certificate.minutes === certifiable ? null : (
            <Text mb="sm">
              {t('hours.certificateSays', {
                hours: number(certificate.minutes),
                day: formatFullDate(certificate.issued_at, i18n.language, project.timezone),
              })}
            </Text>
          )}
          <Group>
            <Button component="a" href={`/api/projects/${pid}/certificates/${certificate.number}/pdf`} download>
              {t('hours.downloadCertificate')}
            </Button>
            <Button component="a" variant="default" href={`/verify/${certificate.number}`}>
              {t('hours.check')}
            </Button>
          </Group>
        </TitledCard>
      )}
      <Text size="lg" fw={600}>
        {t('hours.total', { hours: number(minutes) })}
      </Text>
      <DataTable label={t('hours.mine')} columns={columns} rows={entries} keyOf={({ id }) => id} />
      <Text size="sm" c="dimmed" maw="44rem">
        {joinSentences([t('hours.rule'), t('hours.whenMine')], i18n.language)}
      </Text>
      <Group>
        <Button component="a" variant="default" href={file('pdf')} download>
          {t('hours.downloadList', { format: 'PDF' })}
        </Button>
        <Button component="a" variant="default" href={file('csv')} download>
          {t('hours.downloadList', { format: 'CSV' })}
        </Button>
      </Group>
    </Stack>
  );
}

import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry, Team } from '../../../../client/client.ts';
import { Loaded } from '../../../ui/page-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { PageLink } from '../../../ui/links.tsx';
import { SentenceGap } from '../../../ui/sentence-gap.tsx';
import { Bars } from './bars.tsx';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { FormTotalsCard } from './form-totals.tsx';
import { loadManaged, useManagedProject } from '../../projects/managed-project.ts';
import { formsWithTotalsQuery } from '../queries.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { totalsQuery } from './queries.ts';
import { TotalsCard } from './totals-card.tsx';

const hasMaximum = (teams: readonly Team[]): boolean =>
  teams.some(({ disabled, headcount }) => !disabled && headcount !== null);

/** Links lead to the totals of one form, which has its place only when those above it are loaded. */
function useLandAtForm(pid: string, forms: readonly FormEntry[] | undefined): void {
  const hash = useLocation({ select: (location) => location.hash });
  const totals = useQueries({ queries: (forms ?? []).map(({ form }) => totalsQuery(pid, form)) });
  const isReady = forms !== undefined && totals.every(({ isPending }) => !isPending);
  useEffect(() => {
    if (isReady && hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [isReady, hash]);
}

export const loadTotalsPage = loadManaged('see_totals', ({ load, params: { pid } }) =>
  Promise.all([load(teamsQuery(pid)), load(formsWithTotalsQuery(pid))]),
);

export function TotalsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const navigate = useNavigate();
  const { view } = useSearch({ from: '/signed-in/projects/$pid/manage/totals' });
  const teams = useQuery(teamsQuery(pid));
  const forms = useQuery({ ...formsWithTotalsQuery(pid), enabled: project.rights.see_totals });
  useLandAtForm(pid, forms.data);
  usePageTitle(`${t('manage.parts.totals')} · ${project.name}`);
  if (!project.rights.see_totals) return <OwnersOnly project={project} />;
  const asTable = view === 'tables';
  return (
    <>
      <PageHead
        title={t('manage.parts.totals')}
        help={t(project.rights.see_hours ? 'manage.totals.lead' : 'manage.totals.leadChief')}
      >
        <SegmentedControl
          aria-label={t('manage.totals.view')}
          value={view ?? 'charts'}
          onChange={(value) =>
            void navigate({
              to: '/projects/$pid/manage/totals',
              params: { pid },
              search: value === 'tables' ? { view: 'tables' } : {},
              replace: true,
            })
          }
          data={[
            { value: 'charts', label: t('manage.totals.charts') },
            { value: 'tables', label: t('manage.totals.tables') },
          ]}
        />
      </PageHead>
      <Stack gap="xl">
        <Loaded query={teams} embedded>
          {(found) => (
            <TotalsCard
              title={t('manage.totals.teams')}
              lead={hasMaximum(found) && !asTable ? t('manage.totals.teamsLead') : ''}
            >
              {found.length === 0 ? <Text c="dimmed">{t('manage.teams.none')}</Text> : null}
              <Bars
                title={t('manage.totals.teams')}
                asTable={asTable}
                none={(labels) => t('homes.noPeople', { labels })}
                bars={found
                  .filter((team) => !team.disabled)
                  .map(({ tid, name, member_count, headcount }) => ({
                    key: tid,
                    label: name,
                    count: member_count,
                    of: headcount,
                  }))}
              />
            </TotalsCard>
          )}
        </Loaded>
        <Loaded query={forms} embedded>
          {(found) => (
            <>
              {found.map((form) => (
                <FormTotalsCard key={form.form} project={project} form={form} asTable={asTable} />
              ))}
              {found.length === 0 ? (
                <Text c="dimmed">
                  {t('manage.totals.noForms')}
                  {project.rights.create_forms ? (
                    <>
                      <SentenceGap />
                      <PageLink to="/projects/$pid/manage/forms" params={{ pid }}>
                        {t('manage.steps.formsAction')}
                      </PageLink>
                    </>
                  ) : null}
                </Text>
              ) : null}
            </>
          )}
        </Loaded>
      </Stack>
    </>
  );
}

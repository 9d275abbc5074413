import { Anchor, Badge, Group, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TranslationOverview } from '../../../client/client.ts';
import type { Language } from '../../ui/i18n.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { translationOverviewQuery } from './queries.ts';
import { TranslateDialog } from './translate-button.tsx';
import { LanguageSelect, otherThan } from './translation-form.tsx';

export const loadTranslationsPage = loadManaged('edit', ({ load, params: { pid } }) =>
  load(translationOverviewQuery(pid)),
);

/** Everything that can be translated, with what is missing. */
export function TranslationsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const query = useQuery({ ...translationOverviewQuery(pid), enabled: project.rights.edit });
  usePageTitle(`${t('manage.parts.translations')} · ${project.name}`);
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('manage.parts.translations')} help={t('translations.lead')} />
      <Loaded query={query}>{(overview) => <Overview pid={pid} overview={overview} />}</Loaded>
    </>
  );
}

type Item = TranslationOverview['data'][number];

const progressIn = ({ texts, languages }: Item, language: Language) =>
  languages.find((one) => one.language === language) ?? { missing: texts, outdated: 0 };

const columnsFor = (t: TFunction, language: Language, onOpen: (item: Item) => void): Column<Item>[] => [
  {
    key: 'name',
    label: t('translations.what'),
    cell: (item) => (
      <Anchor component="button" type="button" inherit ta="start" onClick={() => onOpen(item)}>
        {item.name}
      </Anchor>
    ),
  },
  { key: 'kind', label: t('translations.kind'), width: '9rem', cell: ({ kind }) => t(`translations.kinds.${kind}`) },
  {
    key: 'state',
    label: t('translations.state'),
    width: '14rem',
    cell: (item) => <State {...progressIn(item, language)} />,
  },
];

function Overview({ pid, overview }: { pid: string; overview: TranslationOverview }) {
  const { t, i18n } = useTranslation();
  const [language, setLanguage] = useState<Language>(overview.languages[0] ?? otherThan(i18n.language));
  const [onlyOpen, setOnlyOpen] = useState(false);
  const [chosen, setChosen] = useState<Item>();
  const isOpen = (item: Item) => progressIn(item, language).missing + progressIn(item, language).outdated > 0;
  const shown = onlyOpen ? overview.data.filter(isOpen) : overview.data;
  const columns = columnsFor(t, language, setChosen);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end">
        <LanguageSelect value={language} onChange={setLanguage} />
        <Switch
          label={t('translations.onlyOpen')}
          checked={onlyOpen}
          onChange={({ currentTarget: { checked } }) => setOnlyOpen(checked)}
        />
      </Group>
      {shown.length === 0 ? (
        <EmptyList icon={<CheckIcon size={28} />} title={t('translations.nothingOpen')} />
      ) : (
        <DataTable
          label={t('manage.parts.translations')}
          columns={columns}
          rows={shown}
          keyOf={({ kind, id }) => `${kind} ${id}`}
        />
      )}
      {chosen === undefined ? null : (
        <TranslateDialog
          {...{ pid, kind: chosen.kind, id: chosen.id, name: chosen.name, start: language }}
          opened
          onClose={() => setChosen(undefined)}
        />
      )}
    </Stack>
  );
}

function State({ missing, outdated }: { missing: number; outdated: number }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      {missing === 0 ? null : (
        <Badge color="yellow" variant="light">
          {t('translations.missingCount', { count: missing })}
        </Badge>
      )}
      {outdated === 0 ? null : (
        <Badge color="red" variant="light">
          {t('translations.changedCount', { count: outdated })}
        </Badge>
      )}
      {missing + outdated === 0 ? (
        <Badge color="green" variant="light">
          {t('translations.complete')}
        </Badge>
      ) : null}
    </Group>
  );
}

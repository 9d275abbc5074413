import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { HandOut, ListedCode, Project } from '../../../../client/client.ts';
import { formatNumber } from '../../../../locales/format/numbers.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { useChange } from '../../../ui/change.ts';
import { TitledCard } from '../../../ui/cards/titled-card.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { useRows } from '../../../ui/paging.ts';
import { problemDetails } from '../../../ui/problems/api-problem.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { addCodes, listedCodesQuery, removeCode } from '../queries.ts';
import { linesOf } from './hand-out-values.ts';
import { LineProblems } from './line-problems.tsx';

const maxCodes = 5000;

type CodesCardProps = { project: Project; handOut: HandOut };

/** The list of codes: how many are given, pasting more, and who has which. Only owners see and add codes. */
export function CodesCard({ project, handOut }: CodesCardProps) {
  const { t, i18n } = useTranslation();
  const { pid } = project;
  const { id, given, available } = handOut;
  const number = (count: number) => formatNumber(count, i18n.language);
  return (
    <TitledCard id="codes" title={t('goods.codes.title')} lead={t('goods.codes.lead', { field: '{{code}}' })}>
      <Stack gap="md">
        <Text fw={600}>{t('goods.counts.code', { given: number(given), all: number(available ?? 0) })}</Text>
        {project.rights.edit && project.state !== 'archived' ? <NewCodes pid={pid} id={id} /> : null}
        {project.rights.edit ? <Codes pid={pid} id={id} /> : null}
      </Stack>
    </TitledCard>
  );
}

type Line = { line: number; text: string };

/** What is wrong with the lines, in the language of the reader: by number, as they were pasted. */
function problemsIn(t: TFunction, lines: readonly Line[], error: unknown): string[] {
  const firstOf = new Map<string, number>();
  for (const { line, text } of lines) if (!firstOf.has(text)) firstOf.set(text, line);
  return problemDetails(error).flatMap(({ pointer }) => {
    const found = lines[Number(/^\/codes\/(\d+)/.exec(pointer)?.[1] ?? -1)];
    if (found === undefined) return [];
    const { line, text: code } = found;
    const first = firstOf.get(code) ?? line;
    if (code.length > 200) return [t('goods.codes.invalid', { line })];
    return [first < line ? t('goods.codes.twice', { line, code, first }) : t('goods.codes.before', { line, code })];
  });
}

function NewCodes({ pid, id }: { pid: string; id: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [sent, setSent] = useState<Line[]>([]);
  const lines = linesOf(text);
  const add = useChange(addCodes(pid, id), {
    message: (_, { added }) => t('goods.codes.added', { added }),
    onDone: () => setText(''),
  });
  const problems = add.isError ? problemsIn(t, sent, add.error) : [];
  const tooMany = lines.length > maxCodes;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSent(lines);
        add.mutate(lines.map((line) => line.text));
      }}
    >
      <Stack gap="sm" align="flex-start">
        <Textarea
          label={t('goods.codes.paste')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={tooMany ? t('goods.codes.tooMany', { count: maxCodes }) : undefined}
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          autoComplete="off"
          w="100%"
          maw="32rem"
        />
        <Button type="submit" loading={add.isPending} disabled={lines.length === 0 || tooMany}>
          {t('goods.codes.add')}
        </Button>
        <LineProblems problems={problems} error={add.error} />
        {add.data !== undefined && add.data.without > 0 ? (
          <Text size="sm">{t('goods.codes.without', { count: add.data.without })}</Text>
        ) : null}
      </Stack>
    </form>
  );
}

/** Each look at the codes is recorded, so they are loaded only when somebody asks for them. */
function Codes({ pid, id }: { pid: string; id: string }) {
  const { t } = useTranslation();
  const [requested, setRequested] = useState(false);
  if (!requested)
    return (
      <Group gap="sm" className="muster-no-print">
        <Button variant="default" onClick={() => setRequested(true)}>
          {t('goods.codes.show')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('goods.codes.showHint')}
        </Text>
      </Group>
    );
  return <CodeTable pid={pid} id={id} />;
}

function CodeTable({ pid, id }: { pid: string; id: string }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const list = useInfiniteQuery(listedCodesQuery(pid, id));
  const { rows, more } = useRows(list);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const remove = useChange(removeCode(pid, id), {
    message: () => t('goods.codes.removed'),
    onDone: (code) => {
      setGone(new Set([...gone, code.id]));
      place.current?.focus();
    },
  });
  const columns = columnsOf(t, remove.mutate);
  return (
    <div ref={place} tabIndex={-1}>
      {remove.isError ? <OrganiserProblem error={remove.error} /> : null}
      <Loaded query={list} embedded>
        {() => (
          <DataTable
            label={t('goods.codes.title')}
            columns={columns}
            rows={rows.filter((one) => !gone.has(one.id))}
            keyOf={(one) => one.id}
            isSorted
            more={more}
          />
        )}
      </Loaded>
    </div>
  );
}

const columnsOf = (t: TFunction, onRemove: (code: ListedCode) => void): Column<ListedCode>[] => [
  { key: 'code', label: t('goods.codes.code'), cell: ({ code }) => code },
  {
    key: 'person',
    label: t('goods.codes.person'),
    cell: ({ person, assigned_at: at }) =>
      person === null ? (at === null ? t('goods.codes.free') : t('goods.codes.erased')) : shownName(t, person.name),
    phone: 'label',
  },
  {
    key: 'actions',
    label: '',
    width: '5.5rem',
    actions: true,
    phone: 'corner',
    cell: (one) => {
      const label = t('goods.codes.removeWhat', { code: one.code });
      const remove = { key: 'remove', text: t('goods.codes.remove'), label, onClick: () => onRemove(one) };
      return <RowActions name={one.code} actions={one.assigned_at === null ? [remove] : []} />;
    },
  },
];

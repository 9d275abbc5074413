import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { Thing } from '../../../../client/client.ts';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { useChange } from '../../../ui/change.ts';
import { TitledCard } from '../../../ui/cards/titled-card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { useRows } from '../../../ui/paging.ts';
import { problemCode, problemDetails } from '../../../ui/problems/api-problem.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { addThings, changeThing, removeThing, returnThing, thingLoansQuery, thingsQuery } from '../queries.ts';
import { thingsIn } from './hand-out-values.ts';
import { LineProblems } from './line-problems.tsx';

type ThingsCardProps = { pid: string; id: string; timezone: string; isOpen: boolean };
type Opened = { thing: Thing; what: 'edit' | 'history' | 'delete' };

/** Radios and keys: who has which, and how it came back. */
export function ThingsCard({ pid, id, timezone, isOpen }: ThingsCardProps) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(thingsQuery(pid, id));
  const { rows, more } = useRows(list);
  const [opened, setOpened] = useState<Opened>();
  const mark = useChange(returnThing(pid, id), {
    message: ({ thing }) => t('goods.things.marked', { label: thing.label }),
  });
  const remove = useChange(removeThing(pid, id), {
    message: ({ label }) => t('goods.things.deleted', { label }),
    onDone: () => setOpened(undefined),
  });
  const columns = useColumns({ timezone, isOpen, onMark: mark.mutate, onOpen: setOpened });
  const close = () => setOpened(undefined);
  return (
    <TitledCard id="things" title={t('goods.things.title')} lead={t('goods.things.lead')}>
      <Stack gap="md">
        {mark.isError ? <OrganiserProblem error={mark.error} /> : null}
        <Loaded query={list} embedded>
          {() =>
            rows.length === 0 ? (
              <Text>{t('goods.things.none')}</Text>
            ) : (
              <DataTable
                label={t('goods.things.title')}
                columns={columns}
                rows={rows}
                keyOf={(thing) => thing.id}
                isSorted
                more={more}
              />
            )
          }
        </Loaded>
        {isOpen ? <NewThings pid={pid} id={id} /> : null}
      </Stack>
      <Dialog
        opened={opened?.what === 'edit'}
        title={t('goods.things.editWhat', { label: opened?.thing.label ?? '' })}
        onClose={close}
      >
        {opened?.what === 'edit' ? <EditThing pid={pid} id={id} thing={opened.thing} onDone={close} /> : null}
      </Dialog>
      <Dialog
        opened={opened?.what === 'history'}
        title={t('goods.things.historyOf', { label: opened?.thing.label ?? '' })}
        onClose={close}
      >
        {opened?.what === 'history' ? <History pid={pid} id={id} thing={opened.thing} timezone={timezone} /> : null}
      </Dialog>
      <ConfirmDialog
        opened={opened?.what === 'delete'}
        title={t('goods.things.deleteWhat', { label: opened?.thing.label ?? '' })}
        text={t('goods.things.deleteText')}
        confirm={t('goods.things.delete')}
        change={remove}
        onConfirm={() => opened && remove.mutate(opened.thing)}
        onClose={close}
      />
    </TitledCard>
  );
}

const conditions = ['ok', 'broken', 'lost'] as const;

type ColumnOptions = {
  timezone: string;
  isOpen: boolean;
  onMark: (marking: { thing: Thing; condition: Thing['condition'] }) => void;
  onOpen: (opened: Opened) => void;
};

function useColumns({ timezone, isOpen, onMark, onOpen }: ColumnOptions): Column<Thing>[] {
  const { t, i18n } = useTranslation();
  const actionsOf = (thing: Thing) => {
    const { label, holder } = thing;
    const changes = conditions
      .filter((condition) => holder !== null || condition !== thing.condition)
      .map((condition) => ({
        key: condition,
        text: t(`goods.things.mark.${condition}`),
        label: t(`goods.things.markWhat.${condition}`, { label }),
        onClick: () => onMark({ thing, condition }),
      }));
    const history = {
      key: 'history',
      text: t('goods.things.history'),
      label: t('goods.things.historyOf', { label }),
      onClick: () => onOpen({ thing, what: 'history' }),
    };
    const edit = {
      key: 'edit',
      text: t('goods.things.edit'),
      label: t('goods.things.editWhat', { label }),
      onClick: () => onOpen({ thing, what: 'edit' }),
    };
    const remove = {
      key: 'delete',
      text: t('goods.things.delete'),
      label: t('goods.things.deleteWhat', { label }),
      onClick: () => onOpen({ thing, what: 'delete' }),
    };
    if (!isOpen) return [history];
    return [...changes, history, edit, ...(holder === null ? [remove] : [])];
  };
  return [
    { key: 'label', label: t('goods.things.label'), cell: ({ label }) => label },
    { key: 'barcode', label: t('goods.things.barcode'), cell: ({ barcode }) => barcode, cut: true, phone: 'label' },
    {
      key: 'holder',
      label: t('goods.things.holder'),
      cell: ({ holder, condition, lent_at: lentAt }) =>
        holder === null ? (
          <Text span size="sm" c={condition === 'ok' ? 'dimmed' : 'var(--mantine-color-error)'}>
            {t(`goods.things.condition.${condition}`)}
          </Text>
        ) : (
          <>
            {shownName(t, holder.name)}
            {lentAt === null ? null : (
              <Text span size="sm" c="dimmed" display="block">
                {t('goods.things.since', { time: formatDateTimeAt(lentAt, i18n.language, timezone) })}
              </Text>
            )}
          </>
        ),
    },
    {
      key: 'actions',
      label: '',
      width: '5.5rem',
      actions: true,
      phone: 'corner',
      cell: (thing) => <RowActions name={thing.label} actions={actionsOf(thing)} />,
    },
  ];
}

type Line = ReturnType<typeof thingsIn>[number];

/** Barcodes that are used twice, by the number of the line. */
const takenIn = (t: TFunction, lines: readonly Line[], error: unknown): string[] =>
  problemDetails(error).flatMap(({ pointer }) => {
    const found = lines[Number(/^\/things\/(\d+)/.exec(pointer)?.[1] ?? -1)];
    return found === undefined
      ? []
      : [t('goods.things.taken', { line: found.line, barcode: found.barcode ?? found.label })];
  });

function NewThings({ pid, id }: { pid: string; id: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [sent, setSent] = useState<Line[]>([]);
  const lines = thingsIn(text);
  const add = useChange(addThings(pid, id), {
    message: (_, { added }) => t('goods.things.added', { count: added }),
    onDone: () => setText(''),
  });
  const problems = add.isError ? takenIn(t, sent, add.error) : [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSent(lines);
        add.mutate(lines.map(({ line: _line, ...thing }) => thing));
      }}
    >
      <Stack gap="sm" align="flex-start">
        <Textarea
          label={t('goods.things.paste')}
          description={t('goods.things.pasteHint')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={2}
          maxRows={10}
          spellCheck={false}
          w="100%"
          maw="36rem"
        />
        <Button type="submit" loading={add.isPending} disabled={lines.length === 0}>
          {t('goods.things.add')}
        </Button>
        <LineProblems problems={problems} error={add.error} />
      </Stack>
    </form>
  );
}

type EditThingProps = { pid: string; id: string; thing: Thing; onDone: () => void };

function EditThing({ pid, id, thing, onDone }: EditThingProps) {
  const { t } = useTranslation();
  const [label, setLabel] = useState(thing.label);
  const [barcode, setBarcode] = useState(thing.barcode);
  const change = useChange(changeThing(pid, id), {
    message: () => t('goods.things.saved', { label }),
    onDone,
  });
  const isTaken = problemCode(change.error) === 'barcode_taken';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ thing, changes: { label: label.trim(), barcode: barcode.trim() } });
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('goods.things.label')}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          maxLength={100}
          required
        />
        <TextInput
          label={t('goods.things.barcode')}
          value={barcode}
          onChange={(event) => setBarcode(event.currentTarget.value)}
          error={isTaken ? t('goods.things.takenOne') : undefined}
          maxLength={100}
          required
        />
        {change.isError && !isTaken ? <OrganiserProblem error={change.error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={change.isPending} disabled={label.trim() === '' || barcode.trim() === ''}>
            {t('goods.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type HistoryProps = { pid: string; id: string; thing: Thing; timezone: string };

function History({ pid, id, thing, timezone }: HistoryProps) {
  const { t, i18n } = useTranslation();
  const loans = useQuery(thingLoansQuery(pid, id, thing.id));
  const time = (iso: string) => formatDateTimeAt(iso, i18n.language, timezone);
  if (loans.isError) return <ProblemAlert error={loans.error} />;
  const { data = [] } = loans.data ?? {};
  if (loans.data !== undefined && data.length === 0) return <Text>{t('goods.earned.nobody')}</Text>;
  return (
    <Stack component="ul" className="muster-plain-list" gap="sm">
      {data.map(({ name, lent_at: from, returned_at: to, condition }) => (
        <li key={from}>
          <Text fw={600}>{shownName(t, name)}</Text>
          <Text size="sm" c="dimmed">
            {to === null
              ? t('goods.things.since', { time: time(from) })
              : t('goods.things.span', { from: time(from), to: time(to) })}
            {condition === null || condition === 'ok' ? '' : ` · ${t(`goods.things.condition.${condition}`)}`}
          </Text>
        </li>
      ))}
    </Stack>
  );
}

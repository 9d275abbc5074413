import { Button, Group, Stack, Table, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTextDraft } from '../../ui/editing/drafts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SentenceGap } from '../../ui/sentence-gap.tsx';
import { formatList } from '../../../locales/format/lists.ts';
import { formatMoney, parseMoney, toMoneyInput } from '../../../locales/format/money.ts';
import { problemsOf, rowsIn } from './table.ts';
import type { Row } from './table.ts';

const maxShown = 5;

type PasteTableProps = {
  pid: string;
  opened: boolean;
  currency: string;
  existing: readonly Row[];
  onTake: (rows: Row[]) => void;
  onClose: () => void;
};

/** Shows how each pasted row is read, or what is wrong with it, before the rows are taken over. */
export function PasteTable({ pid, opened, currency, existing, onTake, onClose }: PasteTableProps) {
  const { t, i18n } = useTranslation();
  const [text, setText] = useTextDraft(`travel-paste:${pid}`);
  const { rows, ignored } = rowsIn(text, currency);
  const problems = problemsOf(rows, currency);
  const good = rows
    .filter(({ key }) => !problems.has(key))
    .map((row) => ({
      ...row,
      key: row.location,
      amount: toMoneyInput(parseMoney(row.amount, currency) ?? 0, currency),
    }));
  const take = (kept: readonly Row[]) => {
    const pasted = new Set(good.map(({ location }) => location.toLowerCase()));
    onTake([...kept.filter(({ location }) => !pasted.has(location.trim().toLowerCase())), ...good]);
    setText('');
  };
  return (
    <Dialog opened={opened} title={t('manage.travel.paste')} onClose={onClose}>
      <Stack gap="md">
        <Textarea
          label={t('manage.travel.pasteLabel')}
          description={t('manage.travel.pasteHint')}
          placeholder={t('manage.travel.pastePlaceholder')}
          autosize
          minRows={4}
          maxRows={8}
          value={text}
          spellCheck={false}
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {rows.length === 0 ? null : (
          <Table aria-label={t('manage.travel.preview')} verticalSpacing={4} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('manage.travel.location')}</Table.Th>
                <Table.Th ta="end">{t('manage.travel.amount')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ key, location, amount }) => {
                const problem = problems.get(key);
                return (
                  <Table.Tr key={key}>
                    <Table.Td>{location}</Table.Td>
                    <Table.Td ta="end">
                      {problem === undefined ? (
                        formatMoney(parseMoney(amount, currency) ?? 0, currency, i18n.language)
                      ) : (
                        <Text span size="sm" c="var(--mantine-color-error)">
                          {t(`manage.travel.faults.${problem}`)} {amount}
                        </Text>
                      )}
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        )}
        <Text component="output" size="sm" c="dimmed" aria-live="polite">
          {rows.length === 0 ? '' : t('manage.travel.understood', { good: good.length, all: rows.length })}
          {ignored.length === 0 ? null : (
            <>
              <SentenceGap />
              {t('manage.travel.ignored', { columns: formatList(ignored.slice(0, maxShown), i18n.language) })}
            </>
          )}
        </Text>
        <Group justify="flex-end">
          {existing.length > 0 ? (
            <Button variant="default" disabled={good.length === 0} onClick={() => take(existing)}>
              {t('manage.travel.merge')}
            </Button>
          ) : null}
          <Button disabled={good.length === 0} onClick={() => take([])}>
            {existing.length > 0 ? t('manage.travel.replace') : t('manage.travel.take')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

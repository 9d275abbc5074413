import { NumberInput, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import type { HandOut } from '../../../../client/client.ts';
import { formatNumber } from '../../../../locales/format/numbers.ts';
import type { Versioned } from '../../../api.ts';
import { TitledCard } from '../../../ui/cards/titled-card.tsx';
import { useEditing } from '../../../ui/editing/editing.ts';
import { EditingForm } from '../../../ui/editing/editing-form.tsx';
import { useFieldLabels } from '../../forms/answers/field-labels.ts';
import { formQuery } from '../../forms/queries.ts';
import { editHandOut } from '../queries.ts';

/** A variant in words, by the questions of its form. */
export function useVariantLabel(pid: string, field: HandOut['variant_field']): (variant: readonly string[]) => string {
  const form = useQuery({ ...formQuery(pid, field?.form ?? ''), enabled: field !== null }).data;
  const labels = useFieldLabels({ kind: form?.kind ?? 'custom' });
  const options = (form?.fields ?? []).flatMap((one) => labels.options(one));
  return (variant) =>
    variant.map((value) => options.find((option) => option.value === value)?.label ?? value).join(' · ');
}

/** How many there are of each variant, in its order; empty if it is not counted. */
type StockValues = { counts: (number | string)[] };

const stockOf = ({ variants }: HandOut): StockValues => ({ counts: variants.map(({ stock }) => stock ?? '') });

type StockCardProps = { pid: string; version: Versioned<HandOut>; isOpen: boolean };

/** What there is, what was handed out and what is left. */
export function StockCard({ pid, version, isOpen }: StockCardProps) {
  const { t } = useTranslation();
  const { id, variants } = version.body;
  const record = editHandOut(pid, id);
  const versionOf = ({ body, etag }: Versioned<HandOut>) => ({ values: stockOf(body), etag });
  const editing = useEditing<StockValues>({
    draft: `stock:${pid}/${id}/${variants.length}`,
    current: versionOf(version),
    load: async () => versionOf(await record.load()),
    save: async ({ counts }, etag) => {
      const stock = variants.flatMap(({ variant }, index) => {
        const count = counts[index] ?? '';
        return count === '' ? [] : [{ variant, count: Number(count) }];
      });
      return versionOf(await record.save({ stock: stock.length === 0 ? null : stock }, etag));
    },
    affects: record.affects,
    savedMessage: t('goods.stock.saved'),
  });
  return (
    <TitledCard id="stock" title={t('goods.stock.title')} lead={t('goods.stock.lead')}>
      <EditingForm
        editing={editing}
        fields={{ counts: { label: t('goods.stock.all') } }}
        action={t('goods.stock.save')}
        disabled={!editing.dirty || !isOpen}
      >
        <StockTable pid={pid} handOut={version.body} form={editing.form} isOpen={isOpen} />
      </EditingForm>
    </TitledCard>
  );
}

type StockTableProps = {
  pid: string;
  handOut: HandOut;
  form: ReturnType<typeof useEditing<StockValues>>['form'];
  isOpen: boolean;
};

function StockTable({ pid, handOut, form, isOpen }: StockTableProps) {
  const { t, i18n } = useTranslation();
  const nameOf = useVariantLabel(pid, handOut.variant_field);
  const number = (count: number) => formatNumber(count, i18n.language);
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table aria-label={t('goods.stock.title')} verticalSpacing={4} maw="36rem">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('goods.stock.variant')}</Table.Th>
            <Table.Th>{t('goods.stock.all')}</Table.Th>
            <Table.Th ta="end">{t('goods.stock.given')}</Table.Th>
            <Table.Th ta="end" style={{ whiteSpace: 'nowrap' }}>
              {t('goods.stock.left')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {handOut.variants.map(({ variant, stock, given }, index) => {
            const name = variant.length === 0 ? handOut.name : nameOf(variant);
            return (
              <Table.Tr key={variant.join('\n')}>
                <Table.Th scope="row" fw={500}>
                  {name}
                </Table.Th>
                <Table.Td>
                  <NumberInput
                    {...form.getInputProps(`counts.${index}`)}
                    aria-label={t('goods.stock.allOf', { variant: name })}
                    min={0}
                    max={1_000_000}
                    allowDecimal={false}
                    allowNegative={false}
                    disabled={!isOpen}
                    size="xs"
                    w="4.5rem"
                    hideControls
                  />
                </Table.Td>
                <Table.Td ta="end">{number(given)}</Table.Td>
                <Table.Td ta="end" fw={stock !== null && stock <= given ? 700 : undefined}>
                  {stock === null ? '–' : number(Math.max(0, stock - given))}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

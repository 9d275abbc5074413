import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../locales/format/numbers.ts';
import type { Column } from '../../../ui/table/column.ts';
import styles from './series.module.css';

/** Paper is passed on, like exports, so it does not have counts below this. */
const fewest = 5;

/** A count of people. On paper a small one is hidden. Nothing for what nobody knows yet. */
export function SmallNumber({ value }: { value: number | null }) {
  const { i18n } = useTranslation();
  if (value === null) return null;
  return <Small count={value} text={formatNumber(value, i18n.language)} instead={`<${fewest}`} />;
}

type SmallProps = { count: number; text: string; instead: string };

/** What follows from a count. */
export function Small({ count, text, instead }: SmallProps) {
  if (count >= fewest) return text;
  return (
    <>
      <span className={styles.onScreen}>{text}</span>
      <span className={styles.onPaper} aria-hidden="true">
        {instead}
      </span>
    </>
  );
}

/** A column of such counts. */
export const countColumn = <Row,>(
  key: string,
  label: string,
  valueOf: (row: Row) => number | null | undefined,
): Column<Row> => ({
  number: true,
  phone: 'label',
  key,
  label,
  cell: (row) => <SmallNumber value={valueOf(row) ?? null} />,
});

import type { ReactNode } from 'react';
import type { SortValue } from './sorting.ts';

export type Column<Row> = {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable. */
  sortBy?: (row: Row) => SortValue;
  /** Share of the table's width; columns without one share the rest. */
  width?: string;
  /** Cuts text that is longer than the column. Without it the text wraps. */
  cut?: boolean;
  /** A date or a time span, which stays on one line. */
  date?: boolean;
  /** A count or an amount, which ends where its column ends. */
  number?: boolean;
  /** Buttons: no padding, so that the row stays as low as the others. */
  actions?: boolean;
  /** On phones: with the label in front, in the corner, or not at all; `inline` for a first column that is no name. */
  phone?: OnPhone | ((row: Row) => OnPhone);
};

type OnPhone = 'label' | 'corner' | 'hidden' | 'inline';

export type Selection<Row> = {
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** What the row is called in the label of its checkbox; undefined if the row can't be selected. */
  nameOf: (row: Row) => string | undefined;
};

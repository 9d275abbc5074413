import { byStep } from '../../lib/event-loop.ts';
import type { PreparedQuery, PreparedStatement, Rows } from '../db.ts';
import type { Statement } from './driver.ts';

/** More than so many are split, so that other connections take a part. */
const most = 32;

type Send = (statement: Statement, callers: number) => Promise<Rows>;
type Wait = { values: readonly unknown[]; resolve: (rows: Rows | Promise<Rows>) => void };
type Batch = { send: (part: readonly Wait[]) => void; waiting: Wait[] };

/**
 * Many callers make the same short reads, each for itself. Those that are made together go to the server as one
 * statement: what a statement costs beside its rows is then paid once. Whoever is alone sends their own.
 */
export function batches(send: Send): (hot: PreparedStatement) => PreparedQuery {
  let names = 0;
  const atEndOfStep = byStep<Batch>((due) => {
    for (const batch of due) for (const all = batch.waiting.splice(0); all.length > 0;) batch.send(all.splice(0, most));
  });

  return (hot) => {
    const name = `hot_${(names += 1)}`;
    const many = forMany(hot);
    const batch: Batch = {
      waiting: [],
      send: (part) => {
        const [first] = part;
        if (first !== undefined && part.length === 1)
          return first.resolve(send({ name, text: hot.sql, values: [...first.values] }, 1));
        const values = many.valuesOf(part.map((one) => one.values));
        const answer = send({ name: `${name}_many`, text: many.text, values }, part.length);
        const shares = answer.then((rows) => share(rows, part.length));
        for (const [i, { resolve }] of part.entries()) resolve(shares.then((all) => all[i] ?? []));
      },
    };
    return (values) =>
      new Promise((resolve) => {
        if (batch.waiting.push({ values, resolve }) === 1) atEndOfStep(batch);
      });
  };
}

/** The same read for each of a list of values; `#` says for which. */
function forMany({ sql, slots }: PreparedStatement) {
  const columns = [...new Map(slots.flatMap((slot, at) => (slot === null ? [] : [[slot.name, at]])))];
  const constants = slots.flatMap((slot, at) => (slot === null ? [at] : []));
  const inner = sql.replaceAll(/\$(\d+)/g, (_, digits: string) => {
    const at = Number(digits) - 1;
    const slot = slots[at] ?? null;
    if (slot === null) return `$${columns.length + constants.indexOf(at) + 1}`;
    return `k."${slot.name}"::${slot.type}`;
  });
  const lists = columns.map((_, i) => `$${i + 1}::text[]`).join(', ');
  const list = columns.map(([name]) => `"${name}"`).join(', ');
  return {
    text: `select k."#", q.* from unnest(${lists}) with ordinality as k(${list}, "#"), lateral (${inner}) as q`,
    valuesOf: (calls: readonly (readonly unknown[])[]): unknown[] => [
      ...columns.map(([, at]) => calls.map((values) => values[at])),
      ...constants.map((at) => calls[0]?.[at]),
    ],
  };
}

function share(rows: Rows, count: number): Rows[] {
  const shares = Array.from({ length: count }, (): unknown[] => []);
  for (const row of rows as { '#': number }[]) {
    const { '#': at, ...own } = row;
    shares[at - 1]?.push(own);
  }
  return shares;
}

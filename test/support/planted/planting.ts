import type { Trx } from '../../../src/server/db/db.ts';
import type { World } from '../world/world-types.ts';

export type Planting = {
  trx: Trx;
  world: World;
  /** A unique value for a column, and the name to search for in responses. */
  mark: (column: string, uid?: string) => string;
  keep: (column: string, value: string, uid?: string) => string;
};

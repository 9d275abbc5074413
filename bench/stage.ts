import type { Size } from './data.ts';
import type { Load, Reference, Server } from './processes.ts';

/** A row guards a goal: of README.md, of docs/ or of a promise to operators. What guards none is not measured. */
export type Row = { what: string; goal: string; measured: string; spread: string; ok: boolean; notes: string };

/** Servers are started when a row first needs them, and all are stopped at the end. */
export type Stage = {
  load: Load;
  rounds: number;
  reference: () => Promise<Reference>;
  muster: (size: Size) => Promise<Server>;
  stop: () => Promise<void>;
};

/** By name, for the command line. Optional ones run only when named. */
export type Rows = Record<string, { optional?: true; run: (stage: Stage) => Promise<Row[]> }>;

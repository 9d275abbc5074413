import { setTimeout as sleep } from 'node:timers/promises';
import { eventLoad, withEvent } from './overload.ts';
import { openDescriptors, residentMb, startArrivals } from './processes.ts';
import type { Row, Rows } from './stage.ts';

const perSecond = 500;
const connections = 50;
const sampleMs = 5000;
const minutes = Number(process.argv.find((word) => word.startsWith('--minutes='))?.split('=')[1] ?? 10);

type Sample = { atMs: number; mb: number; descriptors: number };

/** A steady load well below capacity. Memory that grows after the first minute is a leak. */
async function soak(engine: string): Promise<Row[]> {
  const arrivals = startArrivals();
  try {
    return await withEvent(engine, async ({ port, pid }) => {
      const began = performance.now();
      const samples: Sample[] = [];
      const takeSample = () =>
        samples.push({ atMs: performance.now() - began, mb: residentMb(pid), descriptors: openDescriptors(pid) });
      const timer = setInterval(takeSample, sampleMs);
      const order = { port, kinds: eventLoad(), perSecond, connections, ms: minutes * 60_000, settleMs: 0 };
      const result = await arrivals.run(order).finally(() => clearInterval(timer));
      takeSample();
      // The load has closed its own connections by then.
      await sleep(2000);
      const idleDescriptors = openDescriptors(pid);
      const { accepted, refused, other } = result;
      const bad = refused.count + other.length + result.unanswered;
      return rowsOf(engine, samples, idleDescriptors, `${accepted.count} requests, ${bad} not answered as expected`);
    });
  } finally {
    await arrivals.stop();
  }
}

function rowsOf(engine: string, samples: Sample[], idleDescriptors: number, load: string): Row[] {
  // Memory varies with garbage collection, so each value is the mean of forty seconds.
  const minute = samples.filter(({ atMs }) => atMs > 55_000 && atMs < 96_000);
  const last = samples.slice(-8);
  const mean = (some: Sample[], of: (sample: Sample) => number) =>
    some.reduce((sum, s) => sum + of(s), 0) / some.length;
  const growth = mean(last, ({ mb }) => mb) / mean(minute, ({ mb }) => mb);
  const [early, late] = [minute, last].map((some) => Math.round(mean(some, ({ descriptors }) => descriptors)));
  const what = `${minutes} minutes at ${perSecond} requests a second, ${engine}`;
  return [
    {
      what: `${what}: resident memory at the end against after a minute`,
      goal: '<= 1.2',
      measured: growth.toFixed(2),
      spread: `${Math.round(Math.min(...samples.map(({ mb }) => mb)))}-${Math.round(Math.max(...samples.map(({ mb }) => mb)))} MB`,
      ok: growth <= 1.2,
      notes: load,
    },
    {
      what: `${what}: open descriptors at the end, and after a minute`,
      goal: 'the same',
      measured: `${late}, ${early}`,
      spread: '',
      ok: early !== undefined && late !== undefined && late <= early + 2,
      notes: `${idleDescriptors} after the load has stopped`,
    },
  ];
}

export const soakRows: Rows = {
  soak: { optional: true, run: () => soak('SQLite') },
  'soak-postgres': { optional: true, run: () => soak('PostgreSQL') },
};

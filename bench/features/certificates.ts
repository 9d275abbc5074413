/** All certificates of an event as one download, and the API meanwhile. */
import type { DatabaseSync } from 'node:sqlite';
import { median } from '../compare.ts';
import { personId, projectId, small } from '../data.ts';
import type { Size } from '../data.ts';
import { residentMb } from '../processes.ts';
import type { Server } from '../processes.ts';
import type { Row, Rows, Stage } from '../stage.ts';
import { after, headers, p99, path, timesUntil } from './coverage.ts';
import { withCopy } from './series.ts';

const count = 1000;
const warmUpMs = 40_000;
const pid = projectId(0);

/** Names in three scripts, so that all fonts are used. */
const names = [
  ['Ada Lovelace', 'en'],
  ['山田 花子', 'ja'],
  ['王小明', 'zh-TW'],
];

const certified: Size = { ...small, name: 'certified', people: count };

function addCertificates(database: DatabaseSync): void {
  const insert = database.prepare(
    `insert into certificates (number, pid, uid, name, language, minutes, issued_at)
     values (?, ?, ?, ?, ?, ?, '2026-01-01T00:00:00.000Z')`,
  );
  database.exec('begin');
  for (let index = 0; index < count; index += 1) {
    const [name = '', language = ''] = names[index % names.length] ?? [];
    insert.run(String(index).padStart(18, '0'), pid, personId(index), name, language, 60 + index);
  }
  database.exec('commit');
}

type Download = { bytes: number; mostMb: number; chunks: number };

async function download(server: Server): Promise<Download> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path('certificates.zip')}`, { headers });
  if (!response.ok) throw new Error(`the certificates answered ${response.status}: ${await response.text()}`);
  const download = { bytes: 0, mostMb: 0, chunks: 0 };
  for await (const chunk of response.body ?? []) {
    download.bytes += (chunk as Uint8Array).byteLength;
    download.mostMb = Math.max(download.mostMb, residentMb(server.pid));
    download.chunks += 1;
  }
  return download;
}

async function certificates({ rounds }: Stage): Promise<Row[]> {
  return withCopy(
    async (server) => {
      // The heap of the main thread also grows with the reads alone, at first; that is no extra memory.
      const isWarm = after(warmUpMs);
      let beforeMb = 0;
      await timesUntil(server, () => {
        beforeMb = Math.max(beforeMb, residentMb(server.pid));
        return isWarm();
      });
      const [ratios, grown]: [number[], number[]] = [[], []];
      const pairs: [number, number][] = [];
      let last: Download = { bytes: 0, mostMb: 0, chunks: 0 };
      for (let round = 0; round < Math.min(rounds, 3); round += 1) {
        const began = performance.now();
        let isOver = false;
        const loading = download(server).finally(() => (isOver = true));
        const during = await timesUntil(server, () => isOver);
        last = await loading;
        const usual = await timesUntil(server, after(performance.now() - began));
        grown.push(last.mostMb - beforeMb);
        pairs.push([p99(during), p99(usual)]);
        ratios.push(p99(during) / p99(usual));
      }
      const ms = (index: 0 | 1): string => median(pairs.map((pair) => pair[index])).toFixed(1);
      const most = Math.max(...grown);
      return [
        {
          what: `${count} certificates as ZIP: extra memory`,
          goal: '< 60 MB',
          measured: `${most.toFixed(0)} MB`,
          spread: grown.map((mb) => mb.toFixed(0)).join(', '),
          ok: most < 60,
          notes: `from ${beforeMb.toFixed(0)} MB; ${last.chunks} parts of ${(last.bytes / 1_000_000).toFixed(1)} MB`,
        },
        {
          what: 'the same: p99 of a page of tasks meanwhile, against usual',
          goal: '<= 2',
          measured: median(ratios).toFixed(2),
          spread: `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`,
          ok: median(ratios) <= 2,
          notes: `${ms(0)} ms, ${ms(1)} ms`,
        },
      ];
    },
    addCertificates,
    certified,
  );
}

export const certificateRows: Rows = { certificates: { run: certificates } };

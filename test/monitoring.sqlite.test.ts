import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startTestApp } from './support/app.ts';

const read = (name: string) => readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8');
const metric = /\b(?:muster|nodejs|process)_[a-z0-9_]+\b/g;

/** The metric names of a scrape with scheduled backups; histograms as the series that queries use. */
async function exposed(): Promise<Set<string>> {
  await using app = await startTestApp({ env: { BACKUP_EVERY: '24h' } });
  await app.call('/healthz');
  const { body } = await app.call({ url: '/metrics', remoteAddress: '127.0.0.1' });
  const typed = [...body.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
  return new Set(typed);
}

test('/metrics exposes every metric that the alerts and the dashboard use', async () => {
  const dashboard = JSON.parse(read('grafana-dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
  const used = [
    ...(read('prometheus-alerts.yml').match(/expr:[^]*?(?=\n +(?:for|labels):)/g) ?? []),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ].flatMap((expr) => expr.match(metric) ?? []);
  const known = await exposed();
  expect(new Set(used).size).toBeGreaterThan(10);
  expect([...new Set(used)].filter((name) => !known.has(name))).toEqual([]);
});

/** A setup file of the recording run: writes which functions of the server each test file has called. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { afterAll, expect } from 'vitest';

const kept = globalThis as typeof globalThis & { mutantsCoverage?: Promise<Session> };

async function startCoverage(): Promise<Session> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return session;
}

const session = await (kept.mutantsCoverage ??= startCoverage());

/** The functions called since the last time, by source file. */
async function called(): Promise<Record<string, string[]>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const sources: Record<string, string[]> = {};
  for (const { url, functions } of result) {
    const source = /src\/server\/.*(?<!\.test)\.ts$/.exec(url)?.[0];
    if (source === undefined) continue;
    const names = functions
      .filter(({ ranges }) => ranges.some(({ count }) => count > 0))
      .map((one) => one.functionName);
    if (names.length > 0) sources[source] = [...new Set([...(sources[source] ?? []), ...names])];
  }
  return sources;
}

await called();

afterAll(async () => {
  const project = process.env['TEST_ENGINE'] ?? '';
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  const name = createHash('sha256').update(`${project} ${file}`).digest('hex').slice(0, 16);
  const folder = process.env['MUTANTS_RECORD'] ?? '';
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ project, file, sources: await called() }));
});

/** `npm run fuzz -- --requests=100000 --seed=1 --engine=sqlite`: requests generated from the OpenAPI document. */
import { parseArgs } from 'node:util';
import { startTestApp } from '../support/app.ts';
import { startTestPostgres } from '../support/servers/postgres-server.ts';
import { fuzz } from './run.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    from: { type: 'string', default: '0' },
    engine: { type: 'string', default: 'sqlite' },
    'over-socket': { type: 'string', default: '100' },
    held: { type: 'string', default: '50' },
  },
});
const engine = values.engine === 'postgres' ? 'postgres' : 'sqlite';
const [requests, seed, from, overSocket, held] = [
  values.requests,
  values.seed,
  values.from,
  values['over-socket'],
  values.held,
].map(Number);
if (
  ![requests, seed, from, overSocket, held].every(Number.isSafeInteger) ||
  !['sqlite', 'postgres'].includes(values.engine)
) {
  console.error(
    'usage: npm run fuzz -- [--requests=100000] [--seed=N] [--from=0] [--engine=sqlite|postgres] [--over-socket=100] [--held=50]',
  );
  process.exit(2);
}

const server = engine === 'postgres' ? await startTestPostgres() : undefined;
if (server !== undefined) process.env['TEST_POSTGRES_URL'] = server.url;
const began = performance.now();
const muster = await startTestApp({ engine });
const seconds = () => ((performance.now() - began) / 1000).toFixed(0);
let reported = 0;
const findings = await fuzz(muster, {
  seed: seed ?? 0,
  requests: requests ?? 0,
  from: from ?? 0,
  overSocket: overSocket ?? 0,
  held: held ?? 0,
  onProgress: (done) => {
    if (done - reported < 10_000 && done !== requests) return;
    reported = done;
    console.error(`${done} requests, ${seconds()} s`);
  },
});
await muster[Symbol.asyncDispose]();
await server?.stop();

for (const { rule, detail, index, asRole, request } of findings) {
  console.log(`\n--- ${rule}, as ${asRole}; the smallest request that shows it:\n${request}\n\n${detail}\n`);
  const again = `--engine=${engine} --seed=${seed} --over-socket=${overSocket} --held=${held}`;
  console.log(`to repeat: npm run fuzz -- ${again} --from=${index} --requests=1`);
  console.log(
    `to repeat with all requests before it: npm run fuzz -- ${again} --from=${from} --requests=${index - (from ?? 0) + 1}`,
  );
}
console.log(`${requests} requests on ${engine}, seed ${seed}, ${seconds()} s: ${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;

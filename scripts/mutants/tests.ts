import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Mutant } from './selection.ts';

/** Tests in other folders that cover a source file; the first match counts. */
const related: readonly (readonly [source: RegExp, tests: readonly string[]])[] = [
  [/features\/private-data\/rotation/, ['test/cli']],
  [/features\/private-data|features\/forms\/answers\/expiry/, ['src/server/features/retention/*']],
  [/features\/backups/, ['test/scheduled-backups', 'test/backup-under-writes', 'test/cli']],
  [/features\/(?:web|docs)/, ['test/openapi', 'test/routes', 'test/headers', 'test/wire']],
  [/features\/health/, ['test/monitoring', 'test/workers']],
  [/features\/people/, ['src/server/features/{users,sign-in,profile,oidc}/*', 'test/words']],
  [/features\/users/, ['test/words']],
  [/features\/jobs/, ['src/server/features/{retention,outbox}/*', 'test/scheduled-backups', 'test/clock-jumps']],
  [
    /auth\/(?:gate|access|project-role)/,
    ['test/rights', 'test/bearer', 'test/attack-sites', 'src/server/features/{teams,passkeys}/*'],
  ],
  [/auth\/rate/, ['test/limits', 'test/attack-guessing', 'test/clock-jumps', 'src/server/features/sign-in/*']],
  [/auth\/idempotency/, ['test/properties', 'test/errors', 'src/server/features/{tasks,forms,teams}/*']],
  [/auth\//, ['test/bearer', 'test/limits', 'src/server/features/{tokens,sessions,sign-in,passkeys}/*']],
  [/http\/(?:admission|load-level)/, ['test/overload', 'test/floods']],
  [
    /http\/(?:paging|csv|revision|validation)/,
    ['src/server/features/{tasks,users,audit,forms}/*', 'test/errors', 'test/attack-input'],
  ],
  [/http\//, ['test/{wire,headers,errors,floods,log-leaks}', 'src/server/features/{members,sessions,web}/*']],
  [/lib\/words|lib\/text/, ['test/words', 'src/server/features/{users,people,profile}/*']],
  [/lib\/(?:time|clock|schedule)/, ['src/server/features/{tasks,forms,jobs,retention}/*', 'test/clock-jumps']],
  [/lib\/seal|lib\/secrets/, ['src/server/features/{private-data,tokens,sign-in}/*']],
  [/lib\/mailer/, ['src/server/features/{outbox,sign-in}/*']],
  [/lib\/money/, ['src/server/features/{subsidies,forms}/*']],
  [
    /lib\/(?:address|error-fields|database-url)/,
    ['test/{headers,limits,errors,start-up}', 'src/server/features/sessions/*'],
  ],
];

/** Tests of the whole application. Those that mostly wait for processes are left out. */
const whole = [
  'test/{rights,routes,bearer,limits,errors,headers,wire,words,properties,prepared-reads,clock-jumps,log-leaks}',
  'test/{import,import-file,openapi,client,group-commit,scheduled-backups,start-up}',
  'test/attack-*',
];
const onPostgres = ['test/locks*', 'test/attack-races'];

const allTests = globSync(['src/server/**/*.test.ts', 'test/*.test.ts']).map((file) => file.replaceAll('\\', '/'));

/** The test files that match patterns such as `test/rights` and `src/server/features/tasks/*` (with its subfolders). */
function filesOf(patterns: readonly string[], other: 'sqlite' | 'postgres'): string[] {
  const wanted = new Set(
    globSync(patterns.map((pattern) => (pattern.endsWith('/*') ? `${pattern}*/*.test.ts` : `${pattern}{,.*}.test.ts`))),
  );
  return allTests.filter((file) => wanted.has(file) && !file.endsWith(`.${other}.test.ts`));
}

/** The feature's folder for a file of a feature, otherwise the folder of the file. */
const homeOf = (file: string): string => /^src\/server\/features\/[^/]+/.exec(file)?.[0] ?? dirname(file);

/** One run of tests. A mutant that passes all of them goes on to the next stage. */
export type Stage = { name: string; project: 'sqlite' | 'postgres'; files: string[] };

/**
 * From the tests next to the file to those of the whole application; no test runs twice on an engine. Locks only matter
 * on PostgreSQL, so a dropped lock is tested there first.
 */
export function stagesFor({ file, operator }: Pick<Mutant, 'file' | 'operator'>): Stage[] {
  const elsewhere = related.find(([source]) => source.test(file))?.[1] ?? [];
  const beside = filesOf([`${dirname(file)}/*`], 'postgres').filter((test) => dirname(test) === dirname(file));
  const near = filesOf([`${homeOf(file)}/*`, ...elsewhere], 'postgres').filter((test) => !beside.includes(test));
  const wide = filesOf(whole, 'postgres').filter((test) => !beside.includes(test) && !near.includes(test));
  const locks = filesOf(onPostgres, 'sqlite');
  const stages: Stage[] = [
    { name: 'beside', project: 'sqlite', files: beside },
    { name: 'near', project: 'sqlite', files: near },
    { name: 'whole', project: 'sqlite', files: wide },
    { name: 'PostgreSQL', project: 'postgres', files: [...locks, ...beside] },
  ];
  const ordered = operator === 'lock dropped' ? [...stages.slice(3), ...stages.slice(0, 3)] : stages;
  return ordered.filter(({ files }) => files.length > 0);
}

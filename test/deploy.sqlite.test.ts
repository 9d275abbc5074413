import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readConfig } from '../src/server/config.ts';
import { scratchFolder } from './support/scratch.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');

/** Replaces systemd: writes down its options and runs the command that follows them. */
const fakeSystemdRun = `#!/bin/sh
for option; do
	case $option in
	--property=EnvironmentFile=/*) cat "\${option#*=*=}" > "$OPTIONS.env"; stat -c %a "\${option#*=*=}" >> "$OPTIONS.env"; shift ;;
	--*) echo "$option" >> "$OPTIONS"; shift ;;
	*) break ;;
	esac
done
exec "$@"
`;

test('the command for systemd runs as the user and with the settings of the service', () => {
  const folder = scratchFolder('deploy');
  const app = join(folder, 'app');
  mkdirSync(join(app, 'node_modules/.bin'), { recursive: true });
  symlinkSync(process.execPath, join(app, 'node_modules/.bin/node'));
  symlinkSync(join(root, 'scripts'), join(app, 'scripts'));
  writeFileSync(join(folder, 'systemd-run'), fakeSystemdRun);
  chmodSync(join(folder, 'systemd-run'), 0o755);
  const options = join(folder, 'options');
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const env = {
    PATH: `${folder}:${process.env['PATH']}`,
    TMPDIR: temporary,
    OPTIONS: options,
    MUSTER_APP: app,
    MUSTER_DATA: folder,
    MOVE_TO_URL: 'postgres://muster:se"cr$t@db.example.org/muster',
    BACKUP_IDENTITY: 'AGE-SECRET-KEY-1',
    EDITOR: 'vi',
  };
  const printed = execFileSync(join(root, 'deploy/muster'), ['version', '--help'], { cwd: app, env, encoding: 'utf8' });
  expect(printed).toMatch(/^muster version\n/);
  expect(readFileSync(options, 'utf8').trim().split('\n')).toEqual([
    '--quiet',
    '--wait',
    '--collect',
    '--pipe',
    '--uid=muster',
    '--gid=muster',
    '--property=EnvironmentFile=-/etc/muster/muster.env',
    `--setenv=DATA_DIR=${folder}`,
    `--property=WorkingDirectory=${app}`,
    '--property=UMask=0077',
  ]);
  // Not as an option: everybody on the machine could read it.
  expect(readFileSync(`${options}.env`, 'utf8')).toBe(
    'MOVE_TO_URL="postgres://muster:se\\"cr\\$t@db.example.org/muster"\nBACKUP_IDENTITY="AGE-SECRET-KEY-1"\n600\n',
  );
  expect(readdirSync(temporary)).toEqual([]);
  const named = /for name in ([^;]+); do/.exec(read('muster'))?.[1]?.match(/[A-Z_]+/g) ?? [];
  const source = readFileSync(join(root, 'src/server/config.ts'), 'utf8');
  expect(named.filter((name) => !source.includes(`  '${name}',\n`))).toEqual([]);
  rmSync(folder, { recursive: true });
});

/** Reads the settings of the service `muster` in compose.yaml, with the values of the example. */
function composeSettings(): Record<string, string> {
  const [, block = ''] = /^ {2}muster:\n[^]*?^ {4}environment:\n((?: {6}.*\n)+)/m.exec(read('compose.yaml')) ?? [];
  const values = new Map(
    [...read('compose.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  values.set('MUSTER_KEY', '11'.repeat(32)).set('POSTGRES_PASSWORD', 'secret');
  return Object.fromEntries(
    [...block.matchAll(/^ {6}(\w+): '?(.*?)'?$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, variable: string) => values.get(variable) ?? ''),
    ]),
  );
}

test('the settings of compose.yaml are settings of Muster', () => {
  const config = readConfig({ ...composeSettings(), DATA_DIR: scratchFolder('compose') }, 'inspect');
  expect(config).toMatchObject({
    baseUrl: 'https://muster.example.org',
    databaseUrl: 'postgres://muster:secret@postgres/muster',
    adminEmails: ['you@example.org'],
    mailFrom: 'Muster <muster@example.org>',
    backup: { folder: '/backups' },
  });
});

test('every variable of compose.yaml is in its example, and the image runs with a read-only file system', () => {
  const compose = read('compose.yaml');
  const used = new Set([...compose.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
  const explained = new Set([...read('compose.env.example').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name));
  expect([...used].filter((name) => !explained.has(name))).toEqual(['MUSTER_VERSION']);
  expect(compose).toMatch(/^ {4}read_only: true$/m);
  const [, checked] = /fetch\('http:\/\/127\.0\.0\.1:(\d+)\/healthz'\)/.exec(compose) ?? [];
  expect(read('Containerfile')).toMatch(new RegExp(`^ENV .*PORT=${checked} `, 'm'));
  // As a number, or Kubernetes cannot see that it is not root.
  expect(read('Containerfile')).toMatch(/^USER 990:990$/m);
});

const hasRsync = existsSync('/usr/bin/rsync');
if (!hasRsync)
  console.warn('rsync is not installed, so muster-copy.service is not tested. On Debian: apt install rsync');

test.runIf(hasRsync)('the copy brings backups, the list of erased people and the key to a target that is empty', () => {
  const folder = scratchFolder('copy');
  const data = join(folder, 'data');
  mkdirSync(join(data, 'backups'), { recursive: true });
  for (const name of ['muster.key', 'backups/erased-people.txt', 'backups/muster-1.backup']) {
    writeFileSync(join(data, name), name);
  }
  const commands = [...read('muster-copy.service').matchAll(/^ExecStart=(.+)$/gm)].map(([, command = '']) =>
    command.replaceAll('/var/lib/muster', data),
  );
  const target = `${folder}/other machine/muster/`;
  for (const command of commands) {
    // As systemd does: `${COPY_TO}` is part of a word, also if it has spaces.
    const words = command.split(' ').map((word) => word.replace('${COPY_TO}', () => target));
    execFileSync(words[0] ?? '', words.slice(1), { stdio: 'pipe' });
  }
  expect(readdirSync(target, { recursive: true, encoding: 'utf8' }).toSorted()).toEqual([
    'backups',
    'backups/erased-people.txt',
    'backups/muster-1.backup',
    'muster.key',
  ]);
  rmSync(folder, { recursive: true });
});

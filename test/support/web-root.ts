import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from './scratch.ts';

/** Replaces the built pages, so that tests of the server do not depend on a build. */
export function fakeWebRoot(): { path: string; [Symbol.dispose]: () => void } {
  const path = scratchFolder('web');
  mkdirSync(join(path, 'assets'));
  writeFileSync(join(path, 'index.html'), '<!doctype html><title>Muster</title>');
  writeFileSync(join(path, 'assets', 'main.js'), 'export {};\n');
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

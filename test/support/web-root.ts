import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Stands for the built pages, so that tests of the server say the same before and after a build. */
export function fakeWebRoot(): { path: string; [Symbol.dispose]: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'muster-web-'));
  mkdirSync(join(path, 'assets'));
  writeFileSync(join(path, 'index.html'), '<!doctype html><title>Muster</title>');
  writeFileSync(join(path, 'assets', 'main.js'), 'export {};\n');
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

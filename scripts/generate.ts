/** Writes all generated files. With --check it only lists the files that would change, and fails if there are any. */
import { readFileSync, writeFileSync } from 'node:fs';
import { clientModule } from './generate-client.ts';
import { changesPage, errorsPage, noticesPage, openApiDocument, permissionsPage } from './generate-docs.ts';
import { tablesModule } from './generate-tables.ts';
import { themeVariables } from './generate-theme.ts';

const root = new URL('../', import.meta.url);
const check = process.argv.includes('--check');

const openapi = await openApiDocument();
const files: [path: string, text: string][] = [
  ['src/server/db/tables.ts', await tablesModule()],
  ['openapi.json', openapi],
  ['src/client/operations.ts', clientModule(openapi)],
  ['docs/errors.md', errorsPage()],
  ['docs/permissions.md', permissionsPage(openapi)],
  ['docs/notices.md', noticesPage()],
  ['docs/changes.md', changesPage()],
  ['src/web/ui/theme-variables.css', themeVariables()],
];

const stale = files.filter(([path, text]) => current(path) !== text);
if (check && stale.length > 0) {
  console.error(`out of date, run "npm run generate": ${stale.map(([path]) => path).join(', ')}`);
  process.exit(1);
}
for (const [path, text] of stale) {
  writeFileSync(new URL(path, root), text);
  console.log(`wrote ${path}`);
}

function current(path: string): string {
  try {
    return readFileSync(new URL(path, root), 'utf8');
  } catch {
    return '';
  }
}

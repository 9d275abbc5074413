import { readFileSync } from 'node:fs';
import { accesses } from '../src/server/auth/access.ts';
import { catalogue } from '../src/server/errors.ts';
import { startTestApp } from '../test/support/app.ts';

/** What /api/openapi.json serves, committed so that a change of the interface is seen in review. */
export async function openApiDocument(): Promise<string> {
  await using muster = await startTestApp({ engine: 'sqlite' });
  const { body } = await muster.app.inject('/api/openapi.json');
  return `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
}

export function errorsPage(): string {
  const rows = Object.entries(catalogue).map(([code, [status, title]]) => `| \`${code}\` | ${status} | ${title} |`);
  return `# Errors

Every error is \`application/problem+json\` (RFC 9457). \`code\` is stable: build on it, not on the words.
Bad input also has \`errors\`, a list of \`{pointer, detail}\` that names each field. \`request_id\` finds the request in the log.

<!-- Generated from src/server/errors.ts by \`npm run generate\`. Do not edit. -->

| Code | Status | Meaning |
|---|---|---|
${rows.join('\n')}
`;
}

const roleNames: Record<string, string> = {
  visitor: 'visitor',
  volunteer: 'signed in',
  member: 'member of the team',
  chief: 'chief of the team',
  other_chief: 'chief of another team',
  owner: 'owner',
  other_owner: 'owner of another project',
  administrator: 'administrator',
  suspended: 'suspended',
};

/** The same table that a test holds every route against. */
export function permissionsPage(): string {
  const [head = '', ...lines] = readFileSync(new URL('../test/rights.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const roles = head.trim().split(/\s+/);
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = lines.map((line) => {
    const [method = '', path = '', ...verdicts] = line.split(/\s+/);
    return row([`\`${method} ${path}\``, ...verdicts.map((verdict) => (verdict === 'yes' ? '✓' : verdict))]);
  });
  return `# Permissions

Who may call what, seen from one team of one project: \`{pid}\` is the project, \`{tid}\` the team, \`{uid}\` one of its members.
✓ means that the call is admitted; what it then shows or changes can still depend on the caller. 401: sign in; 403: may not;
404: there is nothing here for you. \`POST /api/sign-in\` and \`POST /api/token\` answer 401 here because the table's example
secrets are not valid ones. \`/metrics\` is admitted from the machine itself only.

<!-- Generated from test/rights.txt by \`npm run generate\`. Do not edit. A test calls every route as every role. -->

${row(['', ...roles.map((role) => roleNames[role] ?? role)])}
${row(['---', ...roles.map(() => '---')])}
${rows.join('\n')}

## What a route can demand

${Object.entries(accesses)
  .map(([name, text]) => `- \`${name}\`: ${text}`)
  .join('\n')}
`;
}

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

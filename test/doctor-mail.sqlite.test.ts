import { expect, test } from 'vitest';
import { muster, musterWith } from './support/cli.ts';
import { emptyDatabase } from './support/database.ts';
import { startMailServer } from './support/servers/smtp.ts';

test('doctor sends a test email and prints what the mail server answered', async () => {
  await using place = await emptyDatabase();
  expect((await muster(place, 'migrate')).code).toBe(0);
  await using server = await startMailServer();
  const env = { SMTP_URL: server.url, MAIL_FROM: 'Muster <muster@example.org>' };
  const sent = await musterWith(env, place, 'doctor', '--mail', 'ada@example.org');
  expect(sent).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ok +test email: 250 /m) });
  const { to, source } = await server.next();
  expect(to).toEqual(['ada@example.org']);
  expect(source).toMatch(/^Subject: Test email from Muster\r$/m);
  expect(source).toMatch(/text\/plain[^]*text\/html/);

  expect((await muster(place, 'doctor', '--mail', 'ada@example.org')).stdout).toMatch(
    /^ok +test email: no SMTP_URL: written to .+\.eml$/m,
  );
  expect(await muster(place, 'doctor', '--mail', 'ada')).toMatchObject({ code: 2, stdout: '' });
});

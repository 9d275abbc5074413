import { readFileSync } from 'node:fs';
import { accesses } from '../src/server/auth/access.ts';
import { catalogue } from '../src/server/errors.ts';
import { changeKinds, changeRules, readers } from '../src/server/features/changes/kinds.policy.ts';
import { entryOf, isPushedByDefault, isSecurity, noticeKinds } from '../src/shared/notice-kinds.ts';
import type { NoticeKind } from '../src/shared/notice-kinds.ts';
import { realLimits, startTestApp } from '../test/support/app.ts';

/** The document at /api/openapi.json. It is committed so that interface changes are visible in review. */
export async function openApiDocument(): Promise<string> {
  const env = { ...realLimits, BASE_URL: 'https://muster.example.org' };
  await using muster = await startTestApp({ engine: 'sqlite', env });
  const { body } = await muster.app.inject('/api/openapi.json');
  return `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
}

export function errorsPage(): string {
  const rows = Object.entries(catalogue).map(([code, [status, title]]) => `| \`${code}\` | ${status} | ${title} |`);
  return `# Errors

Every error is \`application/problem+json\` (RFC 9457). \`code\` is stable: rely on it, not on the text.
Invalid input also has \`errors\`, a list of \`{pointer, detail}\` that names each field. A rule that refuses can
add \`names\` (missing skills, or your own tasks in the way), \`minutes\` (its limit) and \`people\` (attendees who could not stay on a
changed task, with the tasks in the way that you may see). \`request_id\` identifies the request in the log.

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
  service: 'service account',
  finance: 'deputy: finance',
  recruiting: 'deputy: recruiting',
  desk: 'deputy: desk',
  writer: 'deputy: writer',
  safety: 'deputy: safety',
  viewer: 'deputy: viewer',
  acting_chief: 'deputy: chief of the team',
};

type Scopes = { paths: Record<string, Record<string, { 'x-scope'?: string }>> };

/** Rights are from the table that a test checks every route against, scopes from the OpenAPI document. */
export function permissionsPage(openapi: string): string {
  const { paths } = JSON.parse(openapi) as Scopes;
  const scopeOf = (method: string, path: string): string => {
    const scope = paths[path.split('?', 1)[0] ?? '']?.[method.toLowerCase()]?.['x-scope'];
    return scope === undefined ? '' : `\`${scope}\``;
  };
  const [head = '', ...lines] = readFileSync(new URL('../test/rights.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const roles = head.trim().split(/\s+/);
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = lines.map((line) => {
    const [method = '', path = '', ...verdicts] = line.split(/\s+/);
    const cells = verdicts.map((verdict) => (verdict === 'yes' ? '✓' : verdict));
    return row([`\`${method} ${path}\``, ...cells, scopeOf(method, path)]);
  });
  return `# Permissions

Who may call which route, seen from one team of one project: \`{pid}\` is the project, \`{tid}\` the team, \`{uid}\` one of its members.
✓ means that the call is allowed; what it returns or changes can still depend on the caller. 401: not signed in; 403: not
allowed; 404: the caller may not know that it exists. \`POST /api/sign-in\`, \`/api/token\` and \`/api/unsubscribe\` return 401 here because the
table uses invalid example secrets. \`GET /api/token\` is for every token; the people of this table use a browser. \`/metrics\` is only allowed from the machine itself.

\`GET /api/users\` lists, without a name to look for, only people who are in a project with the caller; administrators see
everybody. People who chose to be hidden are found, and shown by \`GET /api/users/{uid}\`, only for people of their projects, chiefs
and owners of projects they applied to, and administrators. \`GET /api/projects/{pid}/forms/{form}/totals\` shows totals of private
fields, and tables by a private field, only with a fresh sign-in; an API token sees no number below five, nor one from which it
could be computed.

\`GET /api/changes\` returns only changes that the caller may see at that moment; [changes.md](changes.md) lists who sees which. With
\`project\` it is 403 for people without a role in the project, and so is a stream.

The service account has all scopes. It is 403 where no scope gives access. The last column is the scope that service accounts and limited
tokens need for the call; [integrators.md](integrators.md#access) lists what each scope allows.

Who may read and answer a form (\`GET /api/projects/{pid}/forms/{form}\`, \`PUT …/response\`) depends on whom it asks: a role, some
teams, or both ([concepts](concepts.md)). The form of this table asks everybody in the project. Owners can read every form, but answer
only those that ask them.

Owners can let somebody do a part of their work until a moment (\`…/grants\`), from which on the next request is refused:

- \`finance\` pays: travel money, payments, and the bank accounts that people share for it.
- \`recruiting\` fills the teams: decides on applications but their own, publishes the decisions, and invites members.
- \`desk\` runs the check-in: devices, screens, hand-outs, and who is here.
- \`writer\` writes messages and announcements to everybody in the project.
- \`safety\` knows who is on site, and reads emergency contacts, one person at a time.
- \`viewer\` reads what owners read, without contact details, answers to private questions, other private data and the audit log.
- \`chief\` leads one team, for example while its chief is on holiday.

In the table they have no other role. \`finance\` and \`safety\` need a passkey where owners need one. Only owners give, change and end grants,
in a browser with a fresh sign-in; nobody gives one to themselves.

<!-- Generated from test/rights.txt by \`npm run generate\`. Do not edit. A test calls every route as every role. -->

${row(['', ...roles.map((role) => roleNames[role] ?? role), 'scope'])}
${row(['---', ...roles.map(() => '---'), '---'])}
${rows.join('\n')}

## What a route can require

${Object.entries(accesses)
  .map(([name, text]) => `- \`${name}\`: ${text}`)
  .join('\n')}
`;
}

const channelOf = (kind: NoticeKind): string => {
  const { mail, isOptional, isOnce } = entryOf(kind);
  if (isSecurity(kind)) return 'list; email at once, always';
  if (isOptional === true) return 'list; email of its own, at once, not in quiet hours';
  if (mail === 'own') return 'list; email of its own, at once';
  if (mail === 'digest') return 'list; summary';
  return isOnce === true ? 'list; email at once' : 'list; email after 2 minutes';
};

const pushOf = (kind: NoticeKind): string => {
  if (isSecurity(kind)) return 'always';
  return isPushedByDefault(kind) ? 'yes' : 'if turned on';
};

export function noticesPage(): string {
  const rows = noticeKinds.map(
    (kind) => `| \`${kind}\` | ${entryOf(kind).recipients} | ${channelOf(kind)} | ${pushOf(kind)} |`,
  );
  return `# Notices

Who is notified of what. Every notice is listed at \`GET /api/me/notices\` and under Notices in the web app for 90 days. People choose
at \`/me/notice-settings\` which ones they also get by email and on their devices, how often the summary comes (8:00 every day, every
Monday, or never) and in which hours nothing is sent.

- Nobody is notified of what they did themselves. Notices about the security of an account are the exception: somebody else may
  have done it.
- Changes to one task within 2 minutes become one notice with the first old and the newest new values. A change that is undone in
  that time leaves none. People who were assigned a moment ago and have not read so get one notice with the new values; those who asked
  or waited for the place, or swapped for it, get both.
- Tasks that somebody is assigned to, or loses, in one step (a draft plan, deleted tasks, undo) become one notice with their number. Its email
  lists them.
- Before an email is sent, notices that no longer matter are dropped: the task is over, the person has left the task, team
  or project, the form is answered.
- Everything that is due goes into one email. A mailbox gets at most 3 emails an hour that others cause; the rest waits and is combined. What is about a
  task of the next 24 hours, or answers what the person did, is sent at once all the same, up to a wider limit; so is what concerns security.
- In quiet hours and before a summary, emails wait, unless the task starts or the form closes before they would be sent.
- [Messages](messages.md) of owners and chiefs have an email of their own, with the same settings and limits.
- While a project is a draft, only its owners are notified. Who was added to a team meanwhile, also as a chief copied from last year, is
  notified when it becomes public. An import on the command line notifies nobody.

<!-- Generated from src/shared/notice-kinds.ts by \`npm run generate\`. Do not edit. -->

| Notice | To | Channel | Device |
|---|---|---|---|
${rows.join('\n')}

## Emails

Every email has a text and an HTML part made from one template, in the recipient's language, or in English if it is unknown. Replies go to
\`MAIL_FROM\`; replies to an email about one team go to its mailing list, if the recipient is in the team. The sender's name is that of the event; the subject
begins with it and says the most important thing: what is sent at once before what comes in a summary, and tasks first.

For filters: every email has \`Auto-Submitted: auto-generated\`, and those about an event \`List-Id: <2026.example.org>\` with the identifier of the
event and the domain of \`MAIL_FROM\`.

## Notifications on devices

People turn them on for each browser at \`/me/notice-settings\` (Web Push: RFC 8030, 8291 and 8292). Up to 10 browsers of a person get them.

- The column "Device" says which kinds are sent unless the person chooses otherwise. They come at the same time as an email, or at
  once where an email waits for the summary, and wait for the end of the quiet hours. What was read in the web app is not sent.
- A newer notification about the same task, team or form replaces the older one, on the device and at the push service. More
  than three at once become one. After a day, or once the task has begun or the form has closed, they are dropped.
- They are encrypted for the browser: the push service, which the maker of the browser runs, sees when and to which browser one is
  sent, but not what it says. Amounts of money are left out, because a locked screen can show them.
- A browser gets no more when it is signed out, removed from the list, or unknown to its push service (404 or 410), when its push service
  has refused everything for a week, and when the account is suspended or erased.
- The web app must be open over https. On iPhones and iPads it has to be added to the home screen first.

## Did it arrive?

Owners and chiefs see in **Who is here**, on the page of a task and among the recipients of a message how each person was last notified: one state, and
the details when they press it.

| State | Meaning |
|---|---|
| Seen | the person has opened their notices in Muster since |
| Email sent, Sent to a device | the mail server or the push service accepted it; whether the person looked is not known |
| Not sent yet | it waits, for example for the end of quiet hours, or for a mail server that does not answer |
| Unknown if it arrived | Muster stopped while it was sent |
| Not reached | refused by the mail server, given up, or turned off by the person, and not seen: call them |

Without a mail server, people only find it in Muster ("Not seen yet"). Messages to a [chat](chat.md) go to a channel and not to a person, so they have
no state. **What they were sent** lists the notices and messages of the last 90 days about this project with times and states. Owners see all of them, chiefs
those about their teams and tasks and the messages that they sent; of people in their teams everything about tasks. Nobody sees what is about the
security of an account or other projects. API: \`GET /api/projects/{pid}/people/{uid}/notices\`.

## Add a kind

[CONTRIBUTING.md](../CONTRIBUTING.md#add-a-kind-of-notice) has the steps.
`;
}

/** What a change names: the fields of its subject. */
function subjectsOf(kind: string): string {
  const [, rule] =
    Object.entries(changeRules).find(([name, one]) => !('none' in one) && (one.as ?? name) === kind) ?? [];
  if (rule === undefined || 'none' in rule) return '';
  const fields = Object.keys(rule.about({ subject: '', detail: {} }));
  return fields.map((field) => `\`${field}\``).join(', ') || 'the project';
}

export function changesPage(): string {
  const rows = [...changeKinds].map(([kind, seenBy]) => `| \`${kind}\` | ${subjectsOf(kind)} | ${readers[seenBy]} |`);
  const silent = Object.entries(changeRules).flatMap(([kind, rule]) =>
    'none' in rule ? [`| \`${kind}\` | ${rule.none} |`] : [],
  );
  return `# Changes

The kinds of changes that \`GET /api/changes\` returns; [integrators.md](integrators.md#changes) explains how to read them. People in
a project also see its changes about themselves. While a project is a draft, only its owners see its changes.

<!-- Generated from src/server/features/changes/kinds.policy.ts by \`npm run generate\`. Do not edit. -->

| Kind | Subject | Seen by |
|---|---|---|
${rows.join('\n')}

## Entries of the audit log without a change

| Kind | Why |
|---|---|
${silent.join('\n')}

## Add a kind

[CONTRIBUTING.md](../CONTRIBUTING.md#add-a-kind-of-audit-entry) has the steps.
`;
}

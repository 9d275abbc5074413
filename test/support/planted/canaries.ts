import { deputyRoles } from '../../../src/shared/deputies.ts';
import { newId } from '../../../src/server/lib/secrets.ts';
import type { TestApp } from '../app.ts';
import { browserOf } from '../factories.ts';
import type { Role, World } from '../world/world-types.ts';

/** A unique word for every private value of a world, to search for where it must not be. */
export const canariesOf = ({ pid }: { pid: string }) => ({
  bank: `CANARYBANK77 ${pid} x`,
  address: `CanaryStreet 12 ${pid} x`,
  legalName: `Canary Legal Name ${pid} x`,
  nationalId: `CANARYID99 ${pid} x`,
  diet: `canary-diet-note ${pid} x`,
  resume: `canary-resume-text ${pid} x`,
  device: `Canary browser ${pid} x`,
  privateAnswer: `canary-private-answer ${pid} x`,
  email: `canary-address-${pid}-x`,
  hiddenName: `Canary Hidden ${pid} x`,
  teamText: `canary-team-text ${pid} x`,
  mailingList: `canary-list-${pid}-x@lists.example.org`,
  disabledTeam: `Canary Disabled Team ${pid} x`,
  draftForm: `Canary Draft Form ${pid} x`,
});
export type Canary = keyof ReturnType<typeof canariesOf>;

const inTeam: Role[] = ['member', 'chief', 'acting_chief', 'owner', 'service'];
const signedIn: Role[] = ['volunteer', 'other_chief', 'other_owner', 'administrator', ...deputyRoles, ...inTeam];

/** What the form of the canaries discloses: the account with the name of its holder. */
const passed = /\/forms\/secrets\/passed-on(\.csv)?\?kind=bank/;

/** Who may see what where. Everything else may only be seen by the person themselves. */
const rules: Record<Canary, { roles: readonly Role[]; where?: RegExp }> = {
  bank: { roles: ['owner'], where: passed },
  address: { roles: [] },
  legalName: { roles: ['owner'], where: passed },
  nationalId: { roles: [] },
  diet: { roles: [] },
  resume: { roles: [] },
  device: { roles: [] },
  privateAnswer: { roles: ['owner'], where: /\/forms\/secrets\/responses(\.csv)?/ },
  email: {
    roles: ['chief', 'acting_chief', 'owner', 'service', 'recruiting'],
    where: /\/((?:returning-)?people(\/\w+)?|members|chiefs|attendees|groups\/[\w%]+(\/contacts)?)(\.csv)?(\?|$)/,
  },
  hiddenName: { roles: signedIn },
  teamText: { roles: inTeam },
  mailingList: { roles: inTeam },
  disabledTeam: { roles: ['owner', 'service', 'viewer'] },
  draftForm: { roles: ['owner', 'service', 'finance', 'recruiting', 'viewer'] },
};

/** Those who decide see the addresses of applicants and invited people, and service accounts those that they may invite. */
const decided = /\/(applications|invitations)(?:\.csv)?(\?|$)/;
const deciders: readonly Role[] = ['chief', 'acting_chief', 'owner', 'recruiting'];
const invited = /\/invitations(\?|$)/;

/** Administrators see the names of teams and forms in the audit log, also of disabled ones. */
const inAudit: ReadonlySet<Canary> = new Set(['disabledTeam', 'draftForm'] as const);

/** Administrators see the address and the teams of an account. */
const ofAccount: ReadonlySet<Canary> = new Set(['email', 'disabledTeam'] as const);

/** People see the address to which they asked to change, whatever they typed. */
const typedByCaller = /\/api\/me\/(export|email)(\?|$)/;

/** Shows guardians whom they are asked about; the code of the link proves who they are. */
const withCode = /\/api\/guardian-consent$/;

/** Whether a caller with these roles may see it at this URL. */
export function mayFind(name: Canary, roles: readonly Role[], url: string): boolean {
  const { roles: allowed, where } = rules[name];
  if (name === 'hiddenName' && withCode.test(url)) return true;
  if (name === 'email' && typedByCaller.test(url)) return true;
  if (name === 'email' && invited.test(url) && roles.includes('service')) return true;
  if (name === 'email' && decided.test(url)) return deciders.some((role) => roles.includes(role));
  if (roles.some((role) => allowed.includes(role)) && (where?.test(url) ?? true)) return true;
  if (!roles.includes('administrator')) return false;
  return (
    (inAudit.has(name) && /\/audit(\.csv)?(\?|$)/.test(url)) ||
    (ofAccount.has(name) && /\/api\/users\/\w+(\?|$)/.test(url))
  );
}

/** What some caller may see somewhere, so that a search must find it. */
export const findable = (Object.keys(rules) as Canary[]).filter((name) => rules[name].roles.length > 0);

type Write = [method: 'PUT' | 'POST' | 'PATCH', url: string, payload?: object];

/** The team member of a world fills in all private data; its owner writes the texts that are not public. */
export async function plantCanaries(muster: TestApp, { pid, tid, uid, task }: World): Promise<{ email: string }> {
  const canaries = canariesOf({ pid });
  const email = `${canaries.email}@example.org`;
  await muster.db.transaction((trx) => trx.updateTable('people').set({ email }).where('uid', '=', uid).execute());
  await invite(muster, { pid, tid, email });
  const boss = await muster.db.read
    .selectFrom('project_owners')
    .select('uid')
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow();
  const project = `/api/projects/${pid}`;
  await write(muster, boss, [
    ['PATCH', `${project}/teams/${tid}`, { description: canaries.teamText, mailing_list: canaries.mailingList }],
    ['POST', `${project}/teams`, { tid: 'gone', name: canaries.disabledTeam }],
    ['PUT', `${project}/teams/gone/chiefs/${uid}`],
    ['PUT', `${project}/teams/gone/disabled`],
    ['POST', `${project}/forms`, { form: 'draft', kind: 'shirt_size', title: canaries.draftForm }],
    [
      'POST',
      `${project}/forms`,
      { form: 'secrets', kind: 'custom', title: 'Secrets', enabled: true, fields: [secret], ...disclosure },
    ],
  ]);
  const choices = { intro: '', listing: 'hidden', resume_public: false, history_public: true };
  await write(muster, { uid }, [
    ['PUT', '/api/me/profile', { name: canaries.hiddenName, ...choices }],
    ['PUT', '/api/me/resume', { markdown: canaries.resume }],
    ['PUT', '/api/me/bank', { code: '004', number: canaries.bank, branch: '', holder: canaries.legalName }],
    ['PUT', '/api/me/address', { country: 'TW', postal_code: '', receiver: 'x', address: canaries.address }],
    ['PUT', '/api/me/dietary-habits', { selected: [], note: canaries.diet }],
    ['PUT', '/api/me/real-profile', { ...identity, name: canaries.legalName, national_id: canaries.nationalId }],
    ['PUT', `${project}/tasks/${task}/attendance`],
    ['PUT', `${project}/forms/secrets/response`, { answers: { secret: canaries.privateAnswer }, ...disclosure }],
  ]);
  await muster.db.transaction((trx) =>
    trx.updateTable('sessions').set({ device: canaries.device }).where('uid', '=', uid).execute(),
  );
  return { email };
}

/** Inserted directly, because members of the team cannot be invited. */
async function invite({ db, clock }: TestApp, row: { pid: string; tid: string; email: string }): Promise<void> {
  const now = clock.now();
  const expires_at = new Date(now.getTime() + 86_400_000).toISOString();
  const invitation = { ...row, id: newId(now), sent_at: now.toISOString(), expires_at };
  await db.transaction((trx) => trx.insertInto('invitations').values(invitation).execute());
}

const secret = {
  key: 'secret',
  label: 'Secret',
  type: 'text',
  private: true,
  purpose: 'a test',
  erase_after: '2027-01-01',
};
const disclosure = { passes_on: ['bank'], passes_until: '2027-01-01' };
const identity = { phone: '', company: '', birthday: null };

async function write(muster: TestApp, person: { uid: string }, writes: readonly Write[]): Promise<void> {
  const headers = await browserOf(muster, person);
  for (const [method, url, payload] of writes) {
    const answer = await muster.call({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`);
  }
}

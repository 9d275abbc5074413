import { pagePath } from '../../../../shared/pages.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor, ProjectScope } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import { endClaimConsents } from '../../../db/claim-consents.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { nameForMail } from '../../../lib/mail/web-address.ts';
import { newId } from '../../../lib/secrets.ts';
import { record, recordAll } from '../../audit/audit.service.ts';
import type { MailQueue } from '../../mail/mail.service.ts';
import { notifyAccount } from '../../notices/notify.service.ts';
import { languagesOf } from '../../people/people.service.ts';
import { inMailLanguage } from '../../translations/translations.service.ts';
import { lockAnsweredForms } from '../answers/responses.queries.ts';
import { lockForm } from '../forms.queries.ts';
import {
  deleteConsentsInProject,
  deleteConsentsOfLeavers,
  deleteConsentsOfPerson,
  deleteConsentsToForm,
  findProjectName,
  lockDisclosingForms,
} from './consents.queries.ts';
import type { EndedConsent } from './consents.queries.ts';
import { consentGivenMail } from './consent-given.mail.ts';
import { inOrder } from './disclosure.policy.ts';
import type { Disclosure } from './disclosure.policy.ts';
import { deleteConsentsOf } from './disclosure.queries.ts';

/** Who ends a consent, and when. */
type Ending = { actor: string | null; now: Date };

/**
 * Consent is deleted the moment it ends, so that nothing can bring it back: neither adding the person again nor undoing
 * a change of the form. Locks are taken in the order person, project, team, form.
 */
export async function endConsentsOfLeavers(
  trx: Trx,
  ending: Ending,
  scope: ProjectScope,
  uid: string | undefined,
): Promise<void> {
  await lockDisclosingForms(trx, scope);
  await recordEnded(trx, ending, await deleteConsentsOfLeavers(trx, scope, uid));
}

/** For a suspended account: consents to all forms and for all claims of all projects. */
export async function endConsentsOfPerson(trx: Trx, ending: Ending, uid: string): Promise<void> {
  await lockAnsweredForms(trx, uid);
  await recordEnded(trx, ending, await deleteConsentsOfPerson(trx, uid));
  await recordUnshared(trx, ending, await endClaimConsents(trx, 'uid', uid));
}

/** For a project that becomes a draft: people do not see it any more, so they could not withdraw their consent. */
export async function endConsentsInProject(trx: Trx, ending: Ending, scope: ProjectScope): Promise<void> {
  await lockDisclosingForms(trx, scope);
  await recordEnded(trx, ending, await deleteConsentsInProject(trx, scope));
  await recordUnshared(trx, ending, await endClaimConsents(trx, 'pid', scope.pid));
}

/** Requires a locked form. */
export async function endConsentsToForm(trx: Trx, ending: Ending, scope: ProjectScope, form: string): Promise<void> {
  await recordEnded(trx, ending, await deleteConsentsToForm(trx, scope, form));
}

/** Who reads the title or the description in another language agrees to what they say there. */
export async function endConsentsToTranslated(
  trx: Trx,
  ending: Ending,
  scope: ProjectScope,
  { kind, id, fields }: { kind: string; id: string; fields: ReadonlySet<string> },
): Promise<void> {
  if (kind !== 'form' || !(fields.has('title') || fields.has('description'))) return;
  if ((await lockForm(trx, scope, id)) !== undefined) await endConsentsToForm(trx, ending, scope, id);
}

const recordUnshared = (trx: Trx, { actor, now }: Ending, ended: Awaited<ReturnType<typeof endClaimConsents>>) =>
  recordAll(
    trx,
    now,
    ended.flatMap(({ id, pid, uid }) =>
      uid === null ? [] : [{ actor, kind: 'claim.unshared' as const, subject: uid, pid, detail: { claim: id } }],
    ),
  );

async function recordEnded(trx: Trx, { actor, now }: Ending, ended: readonly EndedConsent[]): Promise<void> {
  const byForm = Map.groupBy(ended, ({ pid, form, uid }) => `${pid}/${form}/${uid}`);
  const entries = [...byForm.values()].flatMap((consents) => {
    const [first] = consents;
    if (first === undefined) return [];
    const { pid, form, uid: subject } = first;
    const passes_on = inOrder(consents.map(({ kind }) => kind)).join(' ');
    return [{ actor, kind: 'consent.ended' as const, subject, pid, detail: { form, passes_on } }];
  });
  await recordAll(trx, now, entries);
}

/** Works at any time, also after the form has closed and for people who have left. The answer stays. */
export async function withdrawConsent(db: Db, { projectRole, caller, uid, now }: Actor, form: string): Promise<void> {
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    // What the caller may not know about looks the same as a form to which they have not consented.
    if ((await lockForm(trx, projectRole.scope, form)) === undefined) return;
    const kinds = inOrder(await deleteConsentsOf(trx, projectRole.scope, form, uid));
    if (kinds.length === 0) return;
    const detail = { form, passes_on: kinds.join(' ') };
    const { pid } = projectRole.scope;
    await record(trx, now, { actor: uid, kind: 'consent.withdrawn', subject: uid, pid, detail });
  });
}

export type ConsentServices = { config: Config; mailQueue: MailQueue };

/** Notifies the person that others can now see their data, in case somebody else agreed in their name. */
export async function notifyConsent(
  trx: Trx,
  { config: { baseUrl }, mailQueue }: ConsentServices,
  { projectRole: { scope }, caller: { uid, email }, now }: Actor,
  form: { form: string; title: string },
  { kinds, until }: Disclosure,
): Promise<void> {
  const language = (await languagesOf(trx, [email])).get(email);
  const original = { project: await findProjectName(trx, scope), title: form.title };
  const { project, title } = await inMailLanguage(trx, scope.pid, language, original);
  const mail = consentGivenMail({
    language,
    project: nameForMail(project),
    form: nameForMail(title),
    kinds,
    until: until ?? '',
    link: `${baseUrl}${pagePath('/me/privacy')}`,
    sessionsLink: `${baseUrl}${pagePath('/me/sessions')}`,
  });
  await mailQueue.add(trx, `consent-given:${newId(now)}`, { to: email, for: { uid }, ...mail });
  const notice = { uid, pid: scope.pid, subject: form.form, values: { form: form.title } };
  await notifyAccount(trx, { actor: null, now }, [{ kind: 'security.consent_given', ...notice }]);
}

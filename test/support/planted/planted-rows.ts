import { privateContext } from '../../../src/server/features/private-data/private.service.ts';
import type { PrivateData } from '../../../src/server/features/private-data/private.schema.ts';
import { keyring, seal } from '../../../src/server/lib/seal.ts';
import { newId, sha256 } from '../../../src/server/lib/secrets.ts';
import { plantConnections } from '../world/connections.ts';
import { plantCalendars } from './planted-calendars.ts';
import { plantMessage, plantNotices } from './planted-notices.ts';
import { plantPlans, plantSecrets } from './planted-plans.ts';
import { plantPaidForm, plantPayments, plantSealedMoney } from './planted-payments.ts';
import type { Planting } from './planting.ts';

/** The form with a private field that discloses bank accounts. */
export const secretForm = 'secrets';

/** The key of the test app. */
const keys = keyring([Buffer.from('11'.repeat(32), 'hex')]);

/** A row in every table that a world leaves empty. Text that is not marked here is replaced afterwards. */
export async function plantRows(planting: Planting, now: Date): Promise<void> {
  const { trx, world } = planting;
  const at = now.toISOString();
  const later = new Date(now.getTime() + 86_400_000).toISOString();
  await plantForm(planting, at);
  await plantPaidForm(planting, at);
  await plantSealedMoney(planting);
  for (const uid of [world.uid, world.caller]) {
    await plantPerson(planting, uid, at, later);
    await plantPayments(planting, uid, now);
    await plantNotices(planting, uid, now);
    await plantCalendars(planting, uid, now);
    await plantChoices(planting, uid, at, later);
  }
  await plantCredentials(planting, world.uid, now, later);
  await plantAudit(planting, now);
  await plantMessage(planting, now);
  await plantConnections(planting, at);
  await plantSecrets(planting);
  const job = { id: newId(now), key: newId(now), kind: 'mail', lane: '', payload: '', last_error: '', attempts: 3 };
  await trx
    .insertInto('outbox')
    .values({ ...job, created_at: at, due_at: later, dead_at: at })
    .execute();
  await trx
    .insertInto('chores')
    .values({ name: 'backup', claimed_until: at, good_at: at, failed_at: at, failures: 1, last_error: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .insertInto('provider_visits')
    .values({ state_hash: newId(now), browser_hash: newId(now), expires_at: later })
    .execute();
  await trx
    .insertInto('erased_people')
    .values({ hmac: newId(now), erased_at: at })
    .execute();
  await trx
    .insertInto('closed_addresses')
    .values({ address_hash: newId(now), closed_at: at })
    .execute();
  await trx
    .insertInto('rate_limits')
    .values({ key: newId(now), count: 1, ends_at: later })
    .execute();
  const { pid, tid, task } = world;
  await trx
    .insertInto('invitations')
    .values({ id: newId(now), pid, tid, email: `${newId(now)}@example.org`, sent_at: at, expires_at: later })
    .execute();
  await trx
    .insertInto('past_invitations')
    .values({
      id: newId(now),
      pid,
      tid,
      email: `${newId(now)}@example.org`,
      state: 'declined',
      uid: world.uid,
      sent_at: at,
      reminded_at: at,
      ended_at: at,
      expires_at: later,
    })
    .execute();
  await trx
    .insertInto('translations')
    .values({ pid, kind: 'team', id: world.tid, language: 'de', field: 'name', source: newId(now), text: newId(now) })
    .execute();
  await trx
    .insertInto('legacy_ids')
    .values({
      source: newId(now),
      kind: 'person',
      legacy_id: newId(now),
      local_id: world.uid,
      pid,
      uid: world.uid,
    })
    .execute();
  const attendance = (uid: string) => ({ task_id: task, uid, created_at: at });
  await trx
    .insertInto('attendances')
    .values([attendance(world.uid), attendance(world.caller)])
    .execute();
  await trx.updateTable('tasks').set({ attendee_count: 2 }).where('id', '=', task).execute();
  await plantPlans(planting, now);
}

async function plantForm({ trx, world: { pid }, mark }: Planting, at: string): Promise<void> {
  const field = { help: '', type: 'text', required: false, options: null, max_length: 1000, minimum: null };
  const rest = { maximum: null, only_when: null, computed: false, added_at: null };
  const open = { key: 'open', label: mark('forms.fields'), private: false, purpose: null, erase_after: null };
  const secret = { key: 'secret', label: 'Secret', private: true, purpose: 'a test', erase_after: '2027-01-01' };
  const fields = [open, secret].map((one) => ({ ...field, ...rest, ...one }));
  await trx
    .insertInto('forms')
    .values({
      pid,
      form: secretForm,
      kind: 'custom',
      title: '',
      audience: 'people',
      fields: JSON.stringify(fields),
      passes_on: '["bank"]',
      passes_until: '2027-01-01',
      opens_at: '2026-05-01T00:00:00.000Z',
      closes_at: '2026-12-01T00:00:00.000Z',
      enabled_at: at,
      response_count: 2,
      created_at: at,
    })
    .execute();
}

/** The choice about the public list, and a change of the address. */
async function plantChoices({ trx, world: { pid } }: Planting, uid: string, at: string, later: string): Promise<void> {
  await trx.insertInto('listing_choices').values({ pid, uid, listed: 1, chosen_at: at }).execute();
  await trx
    .insertInto('email_changes')
    .values({
      token_hash: sha256(`${uid}-change`),
      uid,
      old_email: `old-${uid}@example.org`,
      new_email: `new-${uid}@example.org`,
      created_at: at,
      expires_at: later,
      confirmed_at: at,
      revert_hash: sha256(`${uid}-revert`),
    })
    .execute();
}

/** Instead of the code that they have in a world. */
async function plantCode({ trx, world: { codeList }, mark, keep }: Planting, uid: string, at: string): Promise<void> {
  const id = newId(new Date(at));
  const opened = mark('hand_out_codes.code, opened', uid);
  const code = keep('hand_out_codes.code', seal(keys, `code:${codeList}:${id}`, opened), uid);
  const row = { id, hand_out_id: codeList, code, key_id: keys.current.id, uid, assigned_at: at, created_at: at };
  await trx.deleteFrom('hand_out_codes').where('uid', '=', uid).execute();
  await trx.insertInto('hand_out_codes').values(row).execute();
}

/** The private data and answers of a person, sealed as the service does. */
async function plantPerson(planting: Planting, uid: string, at: string, later: string) {
  const { trx, world, mark, keep } = planting;
  const { pid } = world;
  const key_id = keys.current.id;
  const sealed = (column: string, context: string, value: unknown) =>
    keep(column, seal(keys, context, JSON.stringify(value)), uid);
  const opened = () => mark('private_data.fields, opened', uid);
  const given: PrivateData = {
    bank: { code: opened(), number: opened(), branch: opened(), holder: opened() },
    address: { country: 'TW', postal_code: opened(), receiver: opened(), address: opened() },
    dietary_habits: { selected: [], note: opened() },
    real_profile: { name: opened(), phone: opened(), national_id: opened(), company: opened(), birthday: null },
    contact: { phone: mark('private_data.fields, contact', uid), handles: [], visible_to: 'chiefs' },
    emergency: { contacts: [], note: mark('private_data.fields, emergency', uid) },
  };
  for (const kind of ['bank', 'address', 'dietary_habits', 'real_profile', 'contact', 'emergency'] as const) {
    const values = Object.entries(given[kind]).filter(([, value]) => typeof value === 'string');
    const fields = values.map(([field, value]) => [
      field,
      sealed('private_data.fields', privateContext(uid, kind, field), value),
    ]);
    await trx
      .insertInto('private_data')
      .values({ uid, kind, fields: JSON.stringify(Object.fromEntries(fields)), key_id, revision: 1, updated_at: at })
      .execute();
  }
  await plantCode(planting, uid, at);
  const secret = sealed(
    'form_responses.answers, sealed',
    `form:${pid}:${secretForm}:${uid}:secret`,
    mark('form_responses.answers, opened', uid),
  );
  const answers = JSON.stringify({ open: mark('form_responses.answers', uid), secret: { sealed: secret } });
  await trx
    .insertInto('form_responses')
    .values({ pid, form: secretForm, uid, answers, key_id, revision: 1, created_at: at, updated_at: at })
    .execute();
  await trx
    .insertInto('form_consents')
    .values({ pid, form: secretForm, uid, kind: 'bank', until: '2027-01-01', agreed_at: at })
    .execute();
  await trx
    .insertInto('person_words')
    .values({ word: mark('person_words.word', uid), uid, repeats: 0 })
    .execute();
  await trx
    .insertInto('idempotency_keys')
    .values({ uid, key: sha256(uid), request_hash: sha256(`${uid}-request`), answer: '', expires_at: later })
    .execute();
  await trx
    .insertInto('exchange_credentials')
    .values({ username: uid, password_hash: sha256(`${uid}-password`), uid, created_at: at, expires_at: later })
    .execute();
  await trx
    .insertInto('sign_in_links')
    .values({
      token_hash: sha256(`${uid}-link`),
      purpose: 'sign_in',
      email: uid,
      created_at: at,
      expires_at: later,
      browser_hash: mark('sign_in_links.browser_hash', uid),
      code_hash: mark('sign_in_links.code_hash', uid),
      next_path: mark('sign_in_links.next_path', uid),
    })
    .execute();
  const challenge = { challenge_hash: sha256(`${uid}-challenge`), purpose: 'confirm' as const };
  await trx
    .insertInto('passkey_challenges')
    .values({ ...challenge, uid, expires_at: later })
    .execute();
  const code = { id: mark('recovery_codes.id', uid), uid, code_hash: mark('recovery_codes.code_hash', uid) };
  await trx
    .insertInto('recovery_codes')
    .values({ ...code, created_at: at, used_at: at })
    .execute();
  await trx
    .insertInto('not_me_links')
    .values({ token_hash: mark('not_me_links.token_hash', uid), uid, passkey_id: null, expires_at: later })
    .execute();
  await trx
    .updateTable('passkeys')
    .set({ transports: `["${mark('passkeys.transports', uid)}"]`, last_used_at: at })
    .where('uid', '=', uid)
    .execute();
}

/** The credentials of another person; the caller has theirs from the world. */
async function plantCredentials({ trx, mark }: Planting, uid: string, now: Date, later: string): Promise<void> {
  const at = now.toISOString();
  const passkey_id = newId(now);
  await trx
    .insertInto('passkeys')
    .values({
      id: passkey_id,
      uid,
      credential_id: '',
      public_key: '',
      counter: 0,
      transports: `["${mark('passkeys.transports', uid)}"]`,
      name: '',
      created_at: at,
      last_used_at: at,
    })
    .execute();
  const ways = { uid, created_at: at, expires_at: later, passkey_id };
  const session_id = newId(now);
  await trx
    .insertInto('sessions')
    .values({
      ...ways,
      id: session_id,
      token_hash: sha256(newId(now)),
      device: '',
      last_seen_at: at,
      proved_at: at,
    })
    .execute();
  const endpoint = `https://push.example.org/${mark('push_subscriptions.endpoint', uid)}`;
  const times = { created_at: at, last_success_at: at, failing_since: at };
  await trx
    .insertInto('push_subscriptions')
    .values({ id: newId(now), uid, session_id, endpoint, p256dh: '', auth: '', ...times })
    .execute();
  await trx
    .insertInto('api_tokens')
    .values({
      ...ways,
      id: newId(now),
      token_hash: sha256(newId(now)),
      prefix: '',
      name: '',
      scope: 'write',
      last_used_at: at,
    })
    .execute();
  await trx
    .insertInto('identities')
    .values({ id: newId(now), issuer: '', subject: '', uid, email: '', created_at: at, last_used_at: at })
    .execute();
}

/** A millisecond later than all other entries, which have the same time and so no order: lists of the newest show these. */
async function plantAudit({ trx, world: { pid, uid, caller }, mark }: Planting, now: Date): Promise<void> {
  const latest = new Date(now.getTime() + 1);
  const at = latest.toISOString();
  const reason = () => JSON.stringify({ reason: mark('audit.detail') });
  const read = JSON.stringify({ what: `bank, form ${secretForm}` });
  for (const [actor, kind, subject, detail] of [
    [caller, 'person.suspended', uid, reason()],
    [uid, 'person.reinstated', caller, reason()],
    [uid, 'private.read', caller, read],
    [caller, 'private.read', uid, read],
  ] as const) {
    await trx
      .insertInto('audit')
      .values({ id: newId(latest), at, actor, kind, pid, subject, detail })
      .execute();
  }
}

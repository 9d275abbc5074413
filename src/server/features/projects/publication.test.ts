import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { browserOf, createPerson, createProject, createTeam } from '../../../../test/support/factories.ts';

const muster = useApp();

async function lastYear() {
  const administrator = await createPerson(muster, { administrator: true, name: 'Ada Admin' });
  const [owner, shown, hidden] = [
    await createPerson(muster, { name: 'Olga' }),
    await createPerson(muster, { name: 'Chen' }),
    await createPerson(muster, { name: 'Dana' }),
  ];
  const pid = await createProject(muster, { owners: [owner] });
  await createTeam(muster, pid, { tid: 'venue', name: 'Venue', chiefs: [shown, hidden, owner] });
  const headers = await browserOf(muster, hidden);
  const url = `/api/me/listings/${pid}`;
  const chosen = await muster.call({ method: 'PUT', url, headers, payload: { listed: false } });
  expect(chosen.statusCode).toBe(200);
  await muster.deliverNotices();
  const asAdmin = await browserOf(muster, administrator);
  const copy = async (next: string, more: object = {}) => {
    const named = { pid: next, name: 'Next', timezone: 'UTC', owners: [owner.uid], listing: 'everyone' };
    const payload = { ...named, copy_from: pid, copy_chiefs: true, ...more };
    const answer = await muster.call({ method: 'POST', url: '/api/projects', headers: asAdmin, payload });
    expect(answer.statusCode).toBe(201);
  };
  const asOwner = await browserOf(muster, owner);
  const setState = async (next: string, state: string) => {
    const answer = await muster.call({
      method: 'PATCH',
      url: `/api/projects/${next}`,
      headers: asOwner,
      payload: { state },
    });
    expect(answer.statusCode).toBe(200);
  };
  return { pid, owner, shown, hidden, asOwner, copy, setState };
}

type Listed = { email: string; held_because: string | null };

const noticesOf = async (uid: string, pid: string) =>
  (
    await muster.db.read
      .selectFrom('notices')
      .select(['kind', 'subject', 'detail'])
      .where('uid', '=', uid)
      .where('pid', '=', pid)
      .orderBy('id')
      .execute()
  ).map(({ kind, subject, detail }) => ({ kind, subject, ...JSON.parse(detail) }));
const asChief = (listing: string) => ({ kind: 'team.added', subject: 'venue', team: 'Venue', role: 'chief', listing });

test('chiefs of a copied project are notified once, when it is no longer a draft, and stay off its staff list', async () => {
  const { pid, owner, shown, hidden, copy, setState } = await lastYear();
  const next = `${pid}-next`;
  await copy(next);
  expect(await noticesOf(shown.uid, next)).toEqual([]);
  expect(await noticesOf(owner.uid, next)).toEqual([{ kind: 'role.changed', subject: '', role: 'owner' }]);
  await muster.deliverNotices();
  await setState(next, 'public');
  const notices = async () => [await noticesOf(shown.uid, next), await noticesOf(hidden.uid, next)];
  expect(await notices()).toEqual([[asChief('shown')], [asChief('not_shown')]]);
  expect(await noticesOf(owner.uid, next)).toHaveLength(1);
  const mails = await muster.deliverNotices();
  expect(mails.map(({ to }) => to).toSorted()).toEqual([shown.email, hidden.email].toSorted());
  expect(mails[0]?.text).toContain('Olga added you to Venue as a chief');
  const listed = (await muster.call({ url: `/api/members/${next}` })).body;
  expect([listed.includes('Chen'), listed.includes('Dana')]).toEqual([true, false]);

  await setState(next, 'draft');
  await setState(next, 'public');
  expect(await notices()).toEqual([[asChief('shown')], [asChief('not_shown')]]);
});

test('chiefs of a copy that is public from the start are notified at once', async () => {
  const { pid, shown, copy } = await lastYear();
  await copy(`${pid}-open`, { state: 'public' });
  expect(await noticesOf(shown.uid, `${pid}-open`)).toEqual([asChief('shown')]);
});

test('people added to a project that became a draft again are notified when it is public', async () => {
  const { pid, shown, asOwner, setState } = await lastYear();
  const person = await createPerson(muster);
  await setState(pid, 'draft');
  muster.clock.advance(1);
  const url = `/api/projects/${pid}/teams/venue/members/${person.uid}`;
  expect((await muster.call({ method: 'PUT', url, headers: asOwner })).statusCode).toBe(204);
  expect(await noticesOf(person.uid, pid)).toEqual([]);
  await setState(pid, 'archived');
  expect(await noticesOf(person.uid, pid)).toEqual([{ ...asChief('shown'), role: 'member' }]);
  expect(await noticesOf(shown.uid, pid)).toEqual([]);
});

test('invitations to a draft are sent when it is public, also after it was archived, and are valid from then on', async () => {
  const { pid, owner, asOwner, setState } = await lastYear();
  await setState(pid, 'draft');
  const ada = await createPerson(muster);
  const invite = (emails: string[], role: string) =>
    muster.call({
      method: 'POST',
      url: `/api/projects/${pid}/teams/venue/invitations`,
      headers: asOwner,
      payload: { emails, role },
    });
  await muster.deliver();
  expect((await invite([ada.email, 'without@example.org'], 'chief')).json()).toMatchObject({ held: true });
  expect([await noticesOf(ada.uid, pid), await muster.deliver()]).toEqual([[], []]);
  const heldOnes = async () =>
    (await muster.call({ url: `/api/projects/${pid}/invitations`, headers: asOwner }))
      .json()
      .data.map(({ held }: { held: boolean }) => held);
  expect(await heldOnes()).toEqual([true, true]);
  // An invitation is not valid for so long.
  muster.clock.advance(20 * 86_400);
  await muster.services.runExpiry();
  const browser = await browserOf(muster, owner);
  const payload = { emails: ['new.owner@example.org'], role: 'owner' };
  const url = `/api/projects/${pid}/teams/venue/invitations`;
  expect((await muster.call({ method: 'POST', url, headers: browser, payload })).json()).toMatchObject({ held: false });
  expect((await muster.deliver()).map(({ to }) => to)).toEqual(['new.owner@example.org']);

  const publish = async (state: string) =>
    muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers: browser, payload: { state } });
  await publish('archived');
  expect(await muster.deliver()).toEqual([]);
  await publish('public');
  const mails = await muster.deliver();
  expect(mails.map(({ to }) => to).toSorted()).toEqual([ada.email, 'without@example.org'].toSorted());
  expect(mails[0]?.text).toContain('Olga invites you to lead the team Venue');
  expect(await noticesOf(ada.uid, pid)).toEqual([
    { kind: 'invitation.received', subject: 'venue', team: 'Venue', role: 'chief' },
  ]);
  const { data } = (await muster.call({ url, headers: browser })).json();
  const today = muster.clock.now().getTime();
  const daysLeft = data.map((one: { expires_at: string }) =>
    Math.round((Date.parse(one.expires_at) - today) / 86_400_000),
  );
  expect(daysLeft).toEqual([14, 14, 14]);

  await publish('draft');
  expect(await heldOnes()).toEqual([false, false, false]);
  await publish('public');
  expect(await muster.deliver()).toEqual([]);
});

test('until it is public, people whom a draft invites hear nothing of it', async () => {
  const { pid, asOwner, setState } = await lastYear();
  await setState(pid, 'draft');
  const ada = await createPerson(muster);
  const payload = { emails: [ada.email], role: 'member' };
  await muster.call({ method: 'POST', url: `/api/projects/${pid}/teams/venue/invitations`, headers: asOwner, payload });
  const asAda = await browserOf(muster, ada);
  const own = async () => (await muster.call({ url: '/api/me/invitations', headers: asAda })).json().data.length;
  expect(await own()).toBe(0);
  await setState(pid, 'public');
  expect(await own()).toBe(1);
});

test('nobody gets the invitations of a suspended person or a former owner', async () => {
  const { pid, owner, asOwner, setState } = await lastYear();
  const former = await createPerson(muster);
  const suspended = await createPerson(muster);
  await muster.db.transaction((trx) =>
    trx
      .insertInto('project_owners')
      .values([former, suspended].map(({ uid }) => ({ pid, uid, created_at: muster.clock.now().toISOString() })))
      .execute(),
  );
  await setState(pid, 'draft');
  for (const [person, name] of [
    [former, 'former'],
    [suspended, 'suspended'],
    [owner, 'owner'],
  ] as const) {
    for (const role of ['member', 'chief']) {
      const url = `/api/projects/${pid}/teams/venue/invitations`;
      const payload = { emails: [`${name}.${role}@example.org`], role };
      const answer = await muster.call({ method: 'POST', url, headers: await browserOf(muster, person), payload });
      expect(answer.json()).toMatchObject({ held: true });
    }
  }
  await muster.db.transaction(async (trx) => {
    await trx.deleteFrom('project_owners').where('uid', '=', former.uid).execute();
    await trx.updateTable('people').set({ suspended_at: '2026-01-01' }).where('uid', '=', suspended.uid).execute();
  });
  await muster.deliver();
  await setState(pid, 'public');
  expect((await muster.deliver()).map(({ to }) => to)).toEqual(['owner.member@example.org', 'owner.chief@example.org']);
  const { data } = (await muster.call({ url: `/api/projects/${pid}/invitations`, headers: asOwner })).json();
  const unsent = data.filter(({ held }: { held: boolean }) => held);
  expect(unsent.map(({ email, held_because }: Listed) => [email, held_because])).toEqual([
    ['former.chief@example.org', 'sender'],
    ['former.member@example.org', 'sender'],
    ['suspended.chief@example.org', 'sender'],
    ['suspended.member@example.org', 'sender'],
  ]);
  // Somebody else sends it at once, although it was saved a moment ago.
  const url = `/api/projects/${pid}/teams/venue/invitations`;
  const payload = { emails: ['former.chief@example.org'], role: 'chief' };
  const headers = await browserOf(muster, owner);
  const answer = await muster.call({ method: 'POST', url, headers, payload });
  expect(answer.json()).toMatchObject({ data: [{ outcome: 'invited' }], held: false });
  expect((await muster.deliver()).map(({ to }) => to)).toEqual(['former.chief@example.org']);
});

test('an invitation to a team that is disabled when the draft becomes public is sent when the team is enabled', async () => {
  const { pid, asOwner, setState } = await lastYear();
  await setState(pid, 'draft');
  const team = `/api/projects/${pid}/teams/venue`;
  const payload = { emails: ['ada@example.org'] };
  await muster.call({ method: 'POST', url: `${team}/invitations`, headers: asOwner, payload });
  expect((await muster.call({ method: 'PUT', url: `${team}/disabled`, headers: asOwner })).statusCode).toBe(204);
  await muster.deliver();
  await setState(pid, 'public');
  expect(await muster.deliver()).toEqual([]);
  const listed = async () =>
    (await muster.call({ url: `/api/projects/${pid}/invitations`, headers: asOwner })).json().data;
  expect(await listed()).toMatchObject([{ held: true, held_because: 'team_disabled' }]);
  const enable = () => muster.call({ method: 'DELETE', url: `${team}/disabled`, headers: asOwner });
  expect((await enable()).statusCode).toBe(204);
  expect((await muster.deliver()).map(({ to }) => to)).toEqual(['ada@example.org']);
  expect(await listed()).toMatchObject([{ held: false, held_because: null }]);
  const rows = muster.db.read.selectFrom('audit').select('kind').where('pid', '=', pid).where('kind', 'like', 'inv%');
  expect((await rows.orderBy('id').execute()).map(({ kind }) => kind)).toEqual([
    'invitation.created',
    'invitation.sent',
  ]);
  await setState(pid, 'draft');
  await muster.call({ method: 'POST', url: `${team}/invitations`, headers: asOwner, payload: { emails: ['b@e.org'] } });
  await muster.call({ method: 'PUT', url: `${team}/disabled`, headers: asOwner });
  await muster.deliver();
  expect((await enable()).statusCode).toBe(204);
  expect(await muster.deliver()).toEqual([]);
  expect(await listed()).toMatchObject([{ held: false }, { held: true, held_because: 'not_public' }]);
});

test('forms that were turned on in a draft are announced once, when it becomes public', async () => {
  const { pid, shown, asOwner, setState } = await lastYear();
  await setState(pid, 'draft');
  const create = async (form: string, more: object) => {
    const payload = {
      form,
      kind: 'custom',
      title: form,
      fields: [{ key: 'size', type: 'text', label: 'Size' }],
      ...more,
    };
    const answer = await muster.call({ method: 'POST', url: `/api/projects/${pid}/forms`, headers: asOwner, payload });
    expect(answer.statusCode).toBe(201);
  };
  await create('open', { enabled: true });
  await create('later', { enabled: true, opens_at: '2999-01-01T00:00:00Z' });
  await create('off', {});
  const announced = async () =>
    (await noticesOf(shown.uid, pid)).filter(({ kind }) => kind === 'form.opened').map(({ subject }) => subject);
  expect(await announced()).toEqual([]);
  await setState(pid, 'public');
  expect(await announced()).toEqual(['open']);
  await setState(pid, 'draft');
  await setState(pid, 'public');
  expect(await announced()).toEqual(['open']);
});

test('a draft with thousands of invitations can be made public', async () => {
  const { pid, owner, setState } = await lastYear();
  await setState(pid, 'draft');
  const [sent_at, expires_at] = [muster.clock.now().toISOString(), '2999-01-01T00:00:00Z'];
  for (let team = 0; team < 12; team += 1) {
    const tid = `team-${team}`;
    await createTeam(muster, pid, { tid });
    const rows = Array.from({ length: 500 }, (_, index) => ({
      id: `${pid}-${team}-${index}`,
      pid,
      tid,
      email: `${pid}.${team}.${index}@example.org`,
      invited_by: owner.uid,
      sent_at,
      expires_at,
      held: 1 as const,
    }));
    await muster.db.transaction((trx) => trx.insertInto('invitations').values(rows).execute());
  }
  await setState(pid, 'public');
  const held = muster.db.read.selectFrom('invitations').select('id').where('pid', '=', pid).where('held', '=', 1);
  expect(await held.execute()).toEqual([]);
});

import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVisitor } from './support/browser.ts';
import { visit } from './support/looks.ts';
import { expectNotification, openScene } from './support/scene.ts';
import { signInAs } from './support/seed.ts';
import type { Server } from './support/server.ts';
import { clientOf, makeFreshYear, makePeople } from './support/year.ts';
import type { Year } from './support/year.ts';

let server: Server;
let browser: Browser;
let year: Year;

openScene((scene) => ({ server, browser, year } = scene));

const searchMember = async (page: Page, id: string) => {
  await visit(page, `/projects/${year.pid}/manage/tasks/${id}`);
  await page.getByRole('searchbox', { name: 'Assign someone' }).fill('Mia');
  return page.getByRole('search').getByRole('listitem').filter({ hasText: year.member.name });
};

test('an unknown birthday is a personal reason for organisers, and the person sees which', async () => {
  await using owners = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  await using members = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  const kind = await owner.call('create_task_kind', {
    path: { pid },
    body: { name: `Bar ${Date.now()}`, min_age: 18 },
  });
  const times = { starts_at: `${pid}-08-09T05:00:00Z`, ends_at: `${pid}-08-09T07:00:00Z` };
  const body = { ...times, title: 'Night bar', capacity: 40, min_people: 40, kind: kind.id };
  const { data: before } = await owner.call('list_tasks', { path: { pid }, query: { day: `${pid}-08-09` } });
  // An earlier try of this test may have left one.
  for (const { id: old } of before) await owner.call('delete_task', { path: { pid, id: old }, query: { force: true } });
  const { id } = await owner.call('create_task', { path: { pid }, body });
  const { page } = owners;
  await signInAs(server, page, year.owner);
  await visit(page, `/projects/${pid}/manage/kinds`);
  await page.getByRole('button', { name: 'Add shift type' }).click();
  await page.getByText('Only people who entered their birthday').first().waitFor();
  const row = await searchMember(page, id);
  await row.getByText('Not possible for personal reasons. Only they can see which').waitFor();
  expect(await row.getByRole('button').count()).toBe(0);

  const unavailable = [{ from: times.starts_at, to: times.ends_at }];
  const chief = await clientOf(server, year.chief);
  await chief.call('set_availability', { path: { pid }, body: { unavailable } });
  const { id: tent } = await owner.call('create_task', { path: { pid }, body: { ...body, title: 'Tent', kind: null } });
  const inPlanner = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await visit(page, `/projects/${pid}/manage/tasks/planner?day=${pid}-08-09&task=${id}`);
  await inPlanner(year.member.name).getByText('Not possible for personal reasons. Only they can see which').waitFor();
  expect(await inPlanner(year.member.name).getByRole('button').count()).toBe(0);
  await visit(page, `/projects/${pid}/manage/tasks/planner?day=${pid}-08-09&task=${tent}`);
  await inPlanner(year.member.name).getByText('Free and qualified').waitFor();
  await inPlanner(year.chief.name).getByText("Said they can't help then").waitFor();
  await inPlanner(year.chief.name)
    .getByRole('button', { name: `Assign ${year.chief.name}` })
    .waitFor();
  await page.getByLabel('Only people who are free then').check();
  await inPlanner(year.chief.name).waitFor({ state: 'detached' });
  await inPlanner(year.member.name).waitFor();
  await owner.call('delete_task', { path: { pid, id: tent } });
  await chief.call('set_availability', { path: { pid }, body: { unavailable: [] } });

  const inside = { ...body, title: 'Vault', kind: null, tid: 'press', visibility: 'team' as const };
  const { id: vault } = await owner.call('create_task', { path: { pid }, body: inside });
  await visit(page, `/projects/${pid}/manage/tasks/drafts`);
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('button', { name: 'Open to the project: Vault' }).click();
  const opening = page.getByRole('dialog', { name: 'Edit 1 shift' });
  await opening.getByRole('combobox', { name: 'Who sees it' }).and(page.locator(':focus')).waitFor();
  await opening.getByRole('button', { name: 'Save changes' }).click();
  await expectNotification(page, '1 shift changed.');
  expect(await owner.call('get_task', { path: { pid, id: vault } })).toMatchObject({ visibility: 'project' });
  await owner.call('delete_task', { path: { pid, id: vault } });
  const gap = page
    .getByRole('table', { name: 'Shifts that still need people' })
    .getByRole('row', { name: /Night bar/ });
  await gap.getByText(/\d+ people can't for personal reasons/).waitFor();
  await gap.getByText(new RegExp(`^Ask .*${year.member.name}.* to open the shift\\.`)).waitFor();
  await gap.getByRole('link', { name: 'Night bar', exact: true }).click();
  await page.waitForURL(`**/projects/${pid}/manage/tasks/${id}`);
  await page.goBack();
  await gap.getByRole('link', { name: year.member.name }).click();
  await page.waitForURL(`**/projects/${pid}/people/${year.member.uid}`);
  await page.goBack();
  await gap.getByRole('link', { name: 'Write to them: Night bar' }).click();
  await page.getByText(/^\d (person|people) you chose$/).waitFor();
  expect(await page.getByLabel('Subject').inputValue()).toBe('Can you help with "Night bar"?');
  const question = await page.getByRole('textbox', { name: 'Message' }).inputValue();
  expect(question).toContain(`Dear {{name}},`);
  expect(question).toContain(`/projects/${pid}/tasks/${id}`);

  await signInAs(server, members.page, year.member);
  await visit(members.page, `/projects/${pid}/tasks/${id}`);
  await members.page.getByText("you haven't entered your birthday").waitFor();
  await members.page.getByRole('link', { name: 'Legal name and identity' }).click();
  await members.page.getByLabel('Birthday').fill('1990-01-01');
  await members.page.getByRole('button', { name: 'Save' }).click();
  await expectNotification(members.page, 'Saved.');
  await (await searchMember(page, id)).getByText('Free and qualified').waitFor();
  await row.getByRole('button', { name: `Assign: ${year.member.name}` }).click();
  await row.getByText('Already assigned').waitFor();
  expect(await row.getByText('Free and qualified').count()).toBe(0);
  owners.expectNoErrors();
  members.expectNoErrors();
});

test('a task in the past warns before it is saved, and says later that nobody can be assigned', async () => {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  const { pid } = year;
  await signInAs(server, page, year.owner);
  await visit(page, `/projects/${pid}/tasks/new`);
  await page.getByLabel('Title').fill('Yesterday');
  await page.getByText('The end is in the past').waitFor({ state: 'detached' });
  const lastWeek = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Starts').fill(`${lastWeek}T10:00`);
  await page.getByLabel('Ends').fill(`${lastWeek}T12:00`);
  const warning = page.getByRole('alert').filter({ hasText: 'The end is in the past' });
  await warning.getByRole('link', { name: 'Work without a shift' }).waitFor();
  await page.getByRole('button', { name: 'Create shift' }).click();
  await expectNotification(page, 'Shift created.');
  const owner = await clientOf(server, year.owner);
  const { data } = await owner.call('list_tasks', { path: { pid } });
  const { id = '' } = data.find(({ title }) => title === 'Yesterday') ?? {};
  await visit(page, `/projects/${pid}/manage/tasks/${id}`);
  await page.getByText('This shift has ended, so nobody can be assigned any more.').waitFor();
  expect(await page.getByRole('searchbox', { name: 'Assign someone' }).count()).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Work without a shift' }).last().click();
  await page.waitForURL('**/manage/work');
  visitor.expectNoErrors();
});

test('after editing a task from a filtered list, people return to that list', async () => {
  await using visitor = await newVisitor(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  const { pid } = year;
  await signInAs(server, page, year.owner);
  await visit(page, `/projects/${pid}/manage/tasks`);
  await page.getByRole('searchbox', { name: 'Search' }).fill('Registration');
  await page.getByText('1 upcoming shift', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Edit Registration desk' }).click();
  await page.getByLabel('Label').fill('desk');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectNotification(page, 'Saved.');
  await page.getByText('1 upcoming shift', { exact: true }).waitFor();
  expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('Registration');
  visitor.expectNoErrors();
});

test('the page of a task and the planner warn of too little rest after a night', async () => {
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 1280, height: 900 } });
  const { page } = visitor;
  const { pid } = year;
  const owner = await clientOf(server, year.owner);
  const at = (hours: string) => `${pid}-08-${hours}:00Z`;
  const create = (title: string, starts_at: string, ends_at: string) =>
    owner.call('create_task', { path: { pid }, body: { title, tid: 'venue', capacity: 2, starts_at, ends_at } });
  // In Taipei, 22:00 to 23:30 and 6:00 to 10:00 of the next day, whose planner does not show the night.
  const night = await create('Night watch', at('08T14:00'), at('08T15:30'));
  const morning = await create('Breakfast', at('08T22:00'), at('09T02:00'));
  await owner.call('add_attendee', { path: { pid, id: night.id, uid: year.member.uid } });
  await signInAs(server, page, year.owner);
  await (await searchMember(page, morning.id)).getByText('Less than 8 hours of rest before or after').waitFor();

  await visit(page, `/projects/${pid}/manage/tasks/planner?day=${pid}-08-09&task=${morning.id}`);
  const person = page.getByRole('listitem').filter({ hasText: year.member.name });
  await person.getByText('Less than 8 h of rest: Night watch').waitFor();
  await person.getByRole('heading', { name: 'Check first' }).waitFor();
  await page.getByRole('button', { name: `Assign ${year.member.name}` }).click();
  await page
    .getByText(`${year.member.name} has less than 8 hours of rest between this shift and Night watch.`)
    .waitFor({ state: 'attached' });
  const attendees = page.getByRole('list', { name: 'People on this shift' });
  await attendees.getByText('less than 8 h of rest').waitFor();
  visitor.expectNoErrors();
});

test('people who share a name are shown with their email address, and the planner links to those who lack a skill', async () => {
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 1280, height: 900 } });
  const { page } = visitor;
  const { pid, member, owner: person } = await makeFreshYear(server);
  const [other] = await makePeople(server, [member.name]);
  const owner = await clientOf(server, person);
  await owner.call('add_member', { path: { pid, tid: 'venue', uid: other?.uid ?? '' } });
  const names = [member, other].map((one) => `${member.name} (${one?.email})`);
  const times = { starts_at: `${pid}-08-08T04:00:00Z`, ends_at: `${pid}-08-08T05:00:00Z` };
  const body = { ...times, title: 'Tent', tid: 'venue', capacity: 9, min_people: 9 };
  const { id } = await owner.call('create_task', { path: { pid }, body });
  await signInAs(server, page, person);
  await visit(page, `/projects/${pid}/manage/tasks/planner?task=${id}`);
  for (const name of names) await page.getByRole('button', { name: `Assign ${name}`, exact: true }).waitFor();
  await page.getByRole('link', { name: 'Draft plan' }).click();
  await page.getByRole('button', { name: 'Create draft' }).click();
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}, Tent` }).waitFor();
  await visit(page, `/projects/${pid}/manage/messages/new`);
  await page.getByLabel('Everyone in the project').check();
  for (const name of names) await page.getByText(name).waitFor();

  await visit(page, `/projects/${pid}/manage/work`);
  await page.getByRole('combobox', { name: 'Who did it' }).click();
  for (const name of names) await page.getByRole('option', { name: `${name} · Venue` }).waitFor();
  await page.getByRole('option', { name: `${names[1]} · Venue` }).click();
  await expect.poll(() => page.getByLabel('Team').inputValue()).toBe('venue');
  for (const one of [member, other]) await owner.call('add_attendee', { path: { pid, id, uid: one?.uid ?? '' } });
  await visit(page, `/projects/${pid}/manage/tasks/${id}`);
  for (const name of names) await page.getByRole('link', { name, exact: true }).waitFor();
  for (const one of [member, other]) await owner.call('remove_attendee', { path: { pid, id, uid: one?.uid ?? '' } });

  const skill = await owner.call('create_skill', { path: { pid }, body: { name: 'Welding', granted: true } });
  const kind = await owner.call('create_task_kind', { path: { pid }, body: { name: 'Metal', requires: [skill.id] } });
  await owner.call('change_task', { path: { pid, id }, body: { kind: kind.id } });
  await visit(page, `/projects/${pid}/manage/tasks/planner?task=${id}`);
  await page.getByText('Lacks Welding').first().waitFor();
  await page.getByRole('link', { name: `Give skill: ${names[0]}` }).click();
  await page.getByRole('button', { name: 'Give skill: Welding' }).waitFor();
  visitor.expectNoErrors();
});

test('an organiser gives the place on a full task to somebody else in one step', async () => {
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 360, height: 800 } });
  const { page } = visitor;
  const { pid, member, chief, owner: person } = await makeFreshYear(server);
  const owner = await clientOf(server, person);
  const times = { starts_at: `${pid}-08-08T04:00:00Z`, ends_at: `${pid}-08-08T05:00:00Z` };
  const { id } = await owner.call('create_task', { path: { pid }, body: { ...times, title: 'Gate', capacity: 1 } });
  await owner.call('add_attendee', { path: { pid, id, uid: chief.uid } });
  await signInAs(server, page, person);
  await visit(page, `/projects/${pid}/manage/tasks/${id}`);
  const menuOf = (name: string) => page.getByRole('button', { name: `Actions: ${name}` });
  const give = async (name: string) => {
    await menuOf(name).click();
    await page.getByRole('menuitem', { name: 'Replace' }).click();
  };
  await give(chief.name);
  const choosing = page.getByRole('dialog', { name: `Who replaces ${chief.name}?` });
  await choosing.getByText('people are free and may do this shift').waitFor();
  await choosing.getByRole('button', { name: `Choose: ${member.name}` }).waitFor();
  await choosing.getByRole('searchbox', { name: 'Who gets the place?' }).fill(member.name);
  const row = choosing.getByRole('listitem').filter({ hasText: member.name });
  await row.getByText('Free and qualified').waitFor();
  await row.getByRole('button', { name: `Choose: ${member.name}` }).click();
  const asking = page.getByRole('dialog', { name: `Replace ${chief.name} with ${member.name}?` });
  await asking.getByText(`${member.name} gets the place of ${chief.name} on "Gate". Both will be notified.`).waitFor();
  await choosing.waitFor({ state: 'detached' });
  await asking.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
  await asking.getByRole('button', { name: 'Replace' }).click();
  await expectNotification(page, `${member.name} has the place of ${chief.name} now.`);
  await menuOf(member.name).waitFor();
  expect(await menuOf(chief.name).count()).toBe(0);
  const { data } = await owner.call('list_attendees', { path: { pid, id } });
  expect(data.map(({ uid }) => uid)).toEqual([member.uid]);

  // Somebody else was faster.
  await give(member.name);
  await page.getByRole('button', { name: `Choose: ${chief.name}` }).click();
  await owner.call('remove_attendee', { path: { pid, id, uid: member.uid } });
  visitor.expectNoErrors();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).click();
  await expectNotification(page, `${member.name} is no longer on this shift.`);
  await page.getByText('Nobody has joined yet.').waitFor();
});

test('a draft names who would work in scattered hours', async () => {
  await using visitor = await newVisitor(browser, server.url, { viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  const { pid, member, chief, owner } = await makeFreshYear(server);
  const [own, chiefs] = [await clientOf(server, owner), await clientOf(server, chief)];
  const at = (hour: number) => `${pid}-08-08T${String(hour).padStart(2, '0')}:00:00Z`;
  const unavailable = [{ from: `${pid}-08-07T00:00:00Z`, to: `${pid}-08-11T00:00:00Z` }];
  await chiefs.call('set_availability', { path: { pid }, body: { unavailable } });
  // They have the registration desk before.
  for (const hour of [5, 8, 11]) {
    const body = { title: `Round ${hour}`, tid: 'venue', capacity: 1, min_people: 1 };
    await own.call('create_task', { path: { pid }, body: { ...body, starts_at: at(hour), ends_at: at(hour + 1) } });
  }
  await signInAs(server, page, owner);
  await visit(page, `/projects/${pid}/manage/tasks/drafts`);
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByText(`Scattered hours, with at least 3 separate blocks on one day: ${member.name}.`).waitFor();
  visitor.expectNoErrors();
});

test('an organiser who gives up their own place reads of no notice to anybody', async () => {
  await using visitor = await newVisitor(browser, server.url);
  const { page } = visitor;
  const { pid, owner } = await makeFreshYear(server);
  const own = await clientOf(server, owner);
  const times = { starts_at: `${pid}-08-08T04:00:00Z`, ends_at: `${pid}-08-08T05:00:00Z` };
  const { id } = await own.call('create_task', { path: { pid }, body: { title: 'Tent', capacity: 2, ...times } });
  await own.call('add_attendee', { path: { pid, id, uid: owner.uid } });
  await signInAs(server, page, owner);
  await visit(page, `/projects/${pid}/manage/tasks/${id}`);
  await page.getByRole('button', { name: `Remove ${owner.name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('You lose your place on "Tent".').waitFor();
  expect(await dialog.getByText('notified').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expectNotification(page, "You're no longer on this shift.");
  visitor.expectNoErrors();
});

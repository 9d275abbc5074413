/** The pictures of docs/event-day.md: a device at the check-in desk on a day with two tasks. */
import type { APIRequestContext, Browser, Page } from 'playwright-core';

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

type Person = { uid: string; name: string };

/** As the owner: a task that runs, one that starts later, shirts, and a device. Returns its link and people. */
export async function planDeskDay(request: APIRequestContext, pid: string) {
  const call = async <T>(method: string, path: string, data?: object): Promise<T> => {
    const response = await request.fetch(`/api/projects/${pid}/${path}`, {
      method,
      headers: { 'sec-fetch-site': 'same-origin' },
      ...(data === undefined ? {} : { data }),
    });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return (response.status() === 204 ? undefined : await response.json()) as T;
  };
  const { data } = await call<{ data: Person[] }>('GET', 'teams/registration/members?limit=20');
  const create = async (title: string, from: number, to: number, people: readonly Person[]): Promise<void> => {
    const times = { starts_at: inMinutes(from), ends_at: inMinutes(to) };
    const body = { title, tid: 'registration', ...times, capacity: 10, visibility: 'team', joining: 'planners' };
    const { id } = await call<{ id: string }>('POST', 'tasks', body);
    for (const { uid } of people) await call('PUT', `tasks/${id}/attendees/${uid}`);
  };
  await create('Welcome desk', -40, 140, data.slice(0, 6));
  await create('Badges', 180, 300, data.slice(6, 9));
  await call('POST', 'hand-outs', { name: 'Shirt', audience: { everyone: true } });
  const { link } = await call<{ link: string }>('POST', 'devices', { name: 'Main entrance' });
  return { link, people: data, call };
}

/** The picture has the proportions of the others. */
const tablet = { viewport: { width: 880, height: 550 }, deviceScaleFactor: 1.5, colorScheme: 'light' as const };
const scanOf = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Name or code').fill(name);
  await page.getByRole('button', { name }).first().click();
  await page.locator('output').getByText(name).waitFor();
  await page.getByLabel('Name or code').blur();
  await page.evaluate(() => window.scrollTo(0, 0));
};

type Day = Awaited<ReturnType<typeof planDeskDay>>;

export async function takeDeskPictures(
  browser: Browser,
  baseURL: string,
  { link, people }: Day,
  save: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL, locale: 'en-GB', reducedMotion: 'reduce', ...tablet });
  const page = await context.newPage();
  await page.goto(new URL(link).pathname + new URL(link).hash);
  await page.getByText('Ready to scan').waitFor();
  await page.waitForLoadState('networkidle');
  await save(page, 'guide-desk-ready');
  const [first, second, third, , , , later] = people.map(({ name }) => name);
  if (!first || !second || !third || !later) throw new Error('the team of the demo is too small');
  await scanOf(page, first);
  await save(page, 'guide-desk-welcome');
  await scanOf(page, later);
  await save(page, 'guide-desk-refused');
  await page.getByText('Shirt', { exact: true }).click();
  await scanOf(page, second);
  // The field for a reason is below the other controls.
  await page
    .locator('output[data-result]')
    .evaluate((panel) => window.scrollBy(0, panel.getBoundingClientRect().top - 80));
  await save(page, 'guide-desk-hand-out');
  await context.setOffline(true);
  await page.getByText('Check in', { exact: true }).click();
  await scanOf(page, third);
  await page.getByText('No connection', { exact: false }).waitFor();
  await save(page, 'guide-desk-offline');
  await context.close();
}

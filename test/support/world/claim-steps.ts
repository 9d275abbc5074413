import type { TestApp } from '../app.ts';
import { browserOf } from '../factories.ts';
import type { Caller, Crew } from '../world.ts';

/** The smallest PDF that readers open. */
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

const line = { date: '2026-01-02', what: 'Gaffer tape', amount: 1290 };

/** What the tests of claims do as a claimant and as those who decide and pay. */
export function claimSteps(muster: TestApp, crew: () => Crew) {
  const browser = async (
    who: Caller,
    method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH',
    path: string,
    body?: object,
  ) => crew().inBrowser(who, method, path, body);
  const draft = async (who: Caller, fields: object = {}) =>
    (await crew().as(who, 'POST', 'claims', { currency: 'EUR', lines: [line], ...fields })).json();
  const upload = async (who: Caller, id: string, bytes: Buffer, type = 'application/pdf') =>
    muster.call({
      method: 'POST',
      url: `/api/projects/${crew().pid}/claims/${id}/files`,
      headers: { ...who.headers, 'content-type': type },
      payload: bytes,
    });
  const send = (who: Caller, id: string, body: object = {}) => browser(who, 'PUT', `claims/${id}/submission`, body);
  const decide = (who: Caller, id: string, body: object) => browser(who, 'PUT', `claims/${id}/decision`, body);
  return {
    line,
    draft,
    upload,
    send,
    decide,
    browser,
    budget: (fields: object = {}) =>
      crew().as(crew().owner, 'POST', 'budgets', {
        budgets: [{ code: '4711', name: 'Stage', tid: null, amount: 10_000, currency: 'EUR', ...fields }],
      }),
    sent: async (who: Caller, fields: object = {}) => {
      const { id } = await draft(who, fields);
      await send(who, id, { share_bank: true });
      return id as string;
    },
    read: async (who: Caller, id: string) => (await crew().as(who, 'GET', `claims/${id}`)).json(),
    keepBank: async (who: Caller, fields: object = {}) =>
      muster.call({
        method: 'PUT',
        url: '/api/me/bank',
        headers: await browserOf(muster, who),
        payload: { code: '', number: 'DE89370400440532013000', branch: '', holder: who.name, ...fields },
      }),
  };
}

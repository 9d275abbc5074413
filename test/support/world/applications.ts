import { expect } from 'vitest';
import type { TestApp } from '../app.ts';
import { createCrew } from '../world.ts';
import type { Caller, Crew } from '../world.ts';

type Waiting = { uid: string; name: string; message: string; applied_at: string };

/** Actions on applications to the first team of a crew. */
export function applying(muster: TestApp) {
  const switchTo = ({ as, chief }: Crew, takes_applications: boolean) =>
    as(chief, 'PATCH', 'teams/venue', { takes_applications });
  return {
    switchTo,
    /** A crew whose first team takes applications. */
    openCrew: async (): Promise<Crew> => {
      const crew = await createCrew(muster);
      expect((await switchTo(crew, true)).json()).toMatchObject({ takes_applications: true });
      return crew;
    },
    apply: ({ as }: Crew, who: Caller | undefined, payload: object = {}, headers = {}) =>
      as(who, 'PUT', 'teams/venue/application', payload, headers),
    withdraw: ({ as }: Crew, who: Caller) => as(who, 'DELETE', 'teams/venue/application'),
    accept: ({ as }: Crew, who: Caller | undefined, { uid }: Caller) =>
      as(who, 'PUT', `teams/venue/applications/${uid}/acceptance`),
    decline: ({ as }: Crew, who: Caller | undefined, { uid }: Caller) =>
      as(who, 'DELETE', `teams/venue/applications/${uid}`),
    waiting: async ({ as, chief }: Crew): Promise<Waiting[]> =>
      (await as(chief, 'GET', 'teams/venue/applications')).json().data,
    own: async ({ headers }: Caller): Promise<{ tid: string }[]> =>
      (await muster.call({ url: '/api/me/applications', headers })).json().data,
    /** Sorted: what happens within one millisecond has no order. */
    kindsIn: async ({ pid }: Crew): Promise<string[]> =>
      (await muster.db.read.selectFrom('audit').select('kind').where('pid', '=', pid).execute())
        .map(({ kind }) => kind)
        .toSorted(),
    /** The notices about applications, oldest first. */
    noticesTo: async ({ uid }: { uid: string }) =>
      muster.db.read
        .selectFrom('notices')
        .select(['kind', 'actor', 'detail'])
        .where('uid', '=', uid)
        .where('kind', 'like', 'application.%')
        .orderBy('id')
        .execute(),
    /** The mails that are due two minutes later, besides those before. */
    mailsTo: async ({ email }: { email: string }) => {
      muster.mails.push(...(await muster.deliverNotices()));
      return muster.mails.filter(({ to }) => to === email);
    },
  };
}

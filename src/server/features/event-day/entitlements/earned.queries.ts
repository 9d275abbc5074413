import type { Reader } from '../../../db/db.ts';

/** Public projects in which something is earned by hours or given by code, and whose event is not long over. */
export const listEarning = (read: Reader, endedAfter: string) =>
  read
    .selectFrom('projects')
    .select('projects.pid')
    .where('projects.state', '=', 'public')
    .where((eb) => eb.or([eb('projects.ends_on', 'is', null), eb('projects.ends_on', '>', endedAfter)]))
    .where('projects.pid', 'in', (eb) =>
      eb
        .selectFrom('hand_outs')
        .select('hand_outs.pid')
        .where((one) => one.or([one('hand_outs.earned', 'is not', null), one('hand_outs.kind', '=', 'code')])),
    )
    .orderBy('projects.pid')
    .execute();

/** Lists with codes that nobody has. */
export const listFreeLists = (read: Reader, pid: string) =>
  read
    .selectFrom('hand_outs')
    .select('id')
    .where('pid', '=', pid)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('hand_out_codes')
          .select('hand_out_codes.id')
          .whereRef('hand_out_codes.hand_out_id', '=', 'hand_outs.id')
          .where('hand_out_codes.assigned_at', 'is', null),
      ),
    )
    .execute();

/** Of what people were notified. `occasion`: how many they had earned. */
export const listNotified = (read: Reader, pid: string) =>
  read
    .selectFrom('notices')
    .select(['uid', 'subject', 'occasion'])
    .where('pid', '=', pid)
    .where('kind', '=', 'handout.earned')
    .execute();

/** Public projects with things that somebody has, and whose event ends on one of these days. */
export const listWithOpenLoans = (read: Reader, from: string, to: string) =>
  read
    .selectFrom('projects')
    .select(['projects.pid', 'projects.ends_on', 'projects.timezone'])
    .where('projects.state', '=', 'public')
    .where('projects.ends_on', '>=', from)
    .where('projects.ends_on', '<=', to)
    .where('projects.pid', 'in', (eb) => eb.selectFrom('things').select('things.pid').where('holder', 'is not', null))
    .orderBy('projects.pid')
    .execute();

/** What people have who were not reminded of it on this occasion. */
export const listToReturn = (read: Reader, pid: string, occasion: string) =>
  read
    .selectFrom('things')
    .select(['holder', 'label'])
    .where('pid', '=', pid)
    .where('holder', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('notices')
            .select('notices.id')
            .whereRef('notices.uid', '=', 'things.holder')
            .whereRef('notices.pid', '=', 'things.pid')
            .where('notices.kind', '=', 'loan.open')
            .where('notices.occasion', '=', occasion),
        ),
      ),
    )
    .orderBy('sort_key')
    .orderBy('id')
    .execute();

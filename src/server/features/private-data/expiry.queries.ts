import type { ExpressionBuilder } from 'kysely';
import type { Reader, Trx } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import type { PrivateKind } from './private.schema.ts';

/** One batch of people with private data, in key order. */
export async function peopleWithPrivate(read: Reader, after: string, limit: number): Promise<string[]> {
  const rows = await read
    .selectFrom('private_data')
    .select('uid')
    .distinct()
    .where('uid', '>', after)
    .orderBy('uid')
    .limit(limit)
    .execute();
  return rows.map(({ uid }) => uid);
}

export type Since = { at: string; firstId: string };

/** Those of these people who have done nothing since then, and whose projects all ended before. */
export async function idleAmong(read: Reader, uids: readonly string[], since: Since): Promise<string[]> {
  const rows = await read
    .selectFrom('people')
    .select('people.uid')
    .where('people.uid', 'in', uids)
    .where('people.created_at', '<', since.at)
    .where((eb) => eb.not(eb.or([...actsOf(eb, since), ...projectsOf(eb, since)])))
    .execute();
  return rows.map(({ uid }) => uid);
}

type People = ExpressionBuilder<Tables, 'people'>;

/** The audit log holds everything a person did, and its ids start with the time, so an index answers this. */
const actsOf = (eb: People, { at, firstId }: Since) => [
  eb.exists(
    eb
      .selectFrom('audit')
      .select('audit.id')
      .whereRef('audit.actor', '=', 'people.uid')
      .where('audit.id', '>=', firstId),
  ),
  eb.exists(
    eb
      .selectFrom('private_data')
      .select('private_data.kind')
      .whereRef('private_data.uid', '=', 'people.uid')
      .where('private_data.updated_at', '>=', at),
  ),
  eb.exists(
    eb
      .selectFrom('sessions')
      .select('sessions.id')
      .whereRef('sessions.uid', '=', 'people.uid')
      .where('sessions.last_seen_at', '>=', at),
  ),
  eb.exists(
    eb
      .selectFrom('api_tokens')
      .select('api_tokens.id')
      .whereRef('api_tokens.uid', '=', 'people.uid')
      .where('api_tokens.last_used_at', '>=', at),
  ),
];

/** A project without an end date counts from its creation. */
const projectsOf = (eb: People, { at }: Since) =>
  (['memberships', 'project_owners'] as const).map((table) =>
    eb.exists(
      eb
        .selectFrom('projects')
        .select('projects.pid')
        .where('projects.pid', 'in', eb.selectFrom(table).select('pid').whereRef('uid', '=', 'people.uid'))
        .where((or) =>
          or.or([
            or('projects.ends_on', '>=', at.slice(0, 10)),
            or.and([or('projects.ends_on', 'is', null), or('projects.created_at', '>=', at)]),
          ]),
        ),
    ),
  );

export const countPrivate = async (read: Reader, uids: readonly string[]): Promise<number> => {
  const { rows } = await read
    .selectFrom('private_data')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('uid', 'in', uids)
    .executeTakeFirstOrThrow();
  return rows;
};

/** Deletes all kinds, or `only` one. */
export const deletePrivate = (trx: Trx, uids: readonly string[], only?: PrivateKind) =>
  trx
    .deleteFrom('private_data')
    .where('uid', 'in', uids)
    .$if(only !== undefined, (query) => query.where('kind', '=', only ?? 'emergency'))
    .returning(['uid', 'kind'])
    .execute();

/** People with emergency contacts who take part in no project that is still to come or ended after that day. */
const pastEmergencies = (read: Reader, before: string) =>
  read
    .selectFrom('private_data')
    .select('uid')
    .where('kind', '=', 'emergency')
    .where('updated_at', '<', before)
    .where((eb) =>
      eb.not(
        eb.or(
          (['memberships', 'project_owners', 'helpers'] as const).map((table) =>
            eb.exists(
              eb
                .selectFrom('projects')
                .select('projects.pid')
                .where(
                  'projects.pid',
                  'in',
                  eb.selectFrom(table).select('pid').whereRef('uid', '=', 'private_data.uid'),
                )
                .where(isProjectCurrent(before)),
            ),
          ),
        ),
      ),
    )
    .orderBy('uid');

export async function peopleWithPastEmergency(read: Reader, before: string, after: string, limit: number) {
  const rows = await pastEmergencies(read, before).where('uid', '>', after).limit(limit).execute();
  return rows.map(({ uid }) => uid);
}

export async function pastEmergencyAmong(read: Reader, uids: readonly string[], before: string) {
  const rows = await pastEmergencies(read, before).where('uid', 'in', uids).execute();
  return rows.map(({ uid }) => uid);
}

/** Whether the event is still to come, or ended after that moment. Without a day, until the project is archived. */
const isProjectCurrent = (before: string) => (eb: ExpressionBuilder<Tables, 'projects'>) =>
  eb.or([
    eb('projects.ends_on', '>=', before.slice(0, 10)),
    eb.and([eb('projects.ends_on', 'is', null), eb('projects.state', '!=', 'archived')]),
  ]);

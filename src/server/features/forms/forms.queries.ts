import type { Db } from '../../db/db.ts';

/** For `GET /api/me`: one read from the projects that the person takes part in, compiled once. */
export function missingForms(db: Db) {
  return db.prepare((read, parameter: (name: 'uid' | 'now') => string) =>
    read
      .selectFrom('forms')
      .select(['forms.pid', 'forms.form', 'forms.title', 'forms.closes_at'])
      .where('forms.pid', 'in', (eb) =>
        eb
          .selectFrom('memberships')
          .innerJoin('teams', (join) =>
            join.onRef('teams.pid', '=', 'memberships.pid').onRef('teams.tid', '=', 'memberships.tid'),
          )
          .select('memberships.pid')
          .where('memberships.uid', '=', parameter('uid'))
          .where('teams.disabled_at', 'is', null)
          .union(eb.selectFrom('project_owners').select('pid').where('uid', '=', parameter('uid'))),
      )
      .where('forms.enabled_at', 'is not', null)
      .where((eb) => eb.or([eb('forms.opens_at', 'is', null), eb('forms.opens_at', '<=', parameter('now'))]))
      .where((eb) => eb.or([eb('forms.closes_at', 'is', null), eb('forms.closes_at', '>', parameter('now'))]))
      .where((eb) =>
        eb.or([
          eb('forms.audience', '!=', 'chiefs'),
          eb.exists(
            eb
              .selectFrom('memberships')
              .innerJoin('teams', (join) =>
                join.onRef('teams.pid', '=', 'memberships.pid').onRef('teams.tid', '=', 'memberships.tid'),
              )
              .select('memberships.uid')
              .whereRef('memberships.pid', '=', 'forms.pid')
              .where('memberships.uid', '=', parameter('uid'))
              .where('memberships.role', '=', 'chief')
              .where('teams.disabled_at', 'is', null),
          ),
        ]),
      )
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('form_responses')
              .select('form_responses.uid')
              .whereRef('form_responses.pid', '=', 'forms.pid')
              .whereRef('form_responses.form', '=', 'forms.form')
              .where('form_responses.uid', '=', parameter('uid')),
          ),
        ),
      )
      .orderBy('forms.pid', 'desc')
      .orderBy('forms.form')
      .limit(200),
  );
}

import type { Db } from '../../db/db.ts';

/** What link previews and browser tabs say about public pages. Every page view makes one of these reads. */
export const preparePageReads = (db: Db) => ({
  project: db.prepare((read, parameter: (name: 'pid') => string) =>
    read
      .selectFrom('projects')
      .select(['name', 'description'])
      .where('pid', '=', parameter('pid'))
      .where('state', '!=', 'draft'),
  ),
  team: db.prepare((read, parameter: (name: 'pid' | 'tid') => string) =>
    read
      .selectFrom('teams')
      .innerJoin('projects', 'projects.pid', 'teams.pid')
      .select(['teams.name', 'teams.public_description as description', 'projects.name as project'])
      .where('teams.pid', '=', parameter('pid'))
      .where('teams.tid', '=', parameter('tid'))
      .where('teams.disabled_at', 'is', null)
      .where('projects.state', '!=', 'draft'),
  ),
});

import type { Db } from '../../db/db.ts';

const shown = ['name', 'description', 'pid', 'picture', 'picture_alt', 'picture_width', 'picture_height'] as const;

/** What link previews and browser tabs say about public pages. Every page view makes one of these reads. */
export const preparePageReads = (db: Db) => ({
  /** The same projects that the front page chooses from. */
  latest: db.prepare((read) =>
    read
      .selectFrom('projects')
      .select([...shown, 'state', 'starts_on', 'ends_on', 'leading_since'])
      .where('state', '!=', 'draft')
      .orderBy('pid', 'desc')
      .limit(50),
  ),
  project: db.prepare((read, parameter: (name: 'pid') => string) =>
    read.selectFrom('projects').select(shown).where('pid', '=', parameter('pid')).where('state', '!=', 'draft'),
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
  announcement: db.prepare((read, parameter: (name: 'pid' | 'id') => string) =>
    read
      .selectFrom('announcements')
      .innerJoin('projects', 'projects.pid', 'announcements.pid')
      .select(['announcements.title', 'announcements.body'])
      .select(shown.map((column) => `projects.${column}` as const))
      .where('announcements.pid', '=', parameter('pid'))
      .where('announcements.id', '=', parameter('id'))
      .where('announcements.tid', 'is', null)
      .where('announcements.audience', '=', 'public')
      .where('projects.state', '!=', 'draft'),
  ),
});

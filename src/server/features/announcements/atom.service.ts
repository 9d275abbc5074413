import type { Reader } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { atomFeed } from '../../lib/feeds/atom.ts';
import { findPublicProject, listPublic } from './announcements.queries.ts';

const maxEntries = 50;
/** For each entry: anybody can ask for the feed at any time. */
const maxMs = 20;
const fileShape = /^([a-z0-9][a-z0-9_-]{0,63})\.atom$/;

export async function announcementFeed(read: Reader, file: string, baseUrl: string): Promise<string> {
  const [, pid] = fileShape.exec(file) ?? [];
  const project = pid === undefined ? undefined : await findPublicProject(read, pid);
  if (pid === undefined || project === undefined) return fail('not_found', { detail: 'There is no such feed' });
  // Lazy-loaded: few installations have readers of the feed.
  const { markdownHtml } = await import('../../lib/mail/markdown-html.ts');
  const rows = await listPublic(read, pid, maxEntries);
  const page = `${baseUrl}/projects/${pid}/announcements`;
  // Another installation may have a project with this name, but not of the same moment.
  const key = `announcements ${pid} ${project.created_at}`;
  return atomFeed(
    {
      key,
      title: project.name,
      author: project.name,
      url: page,
      self: `${baseUrl}/feeds/${pid}.atom`,
      updated: rows.map(({ updated_at }) => updated_at).reduce((a, b) => (a > b ? a : b), project.created_at),
    },
    rows.map(({ id, title, body, created_at, updated_at }) => ({
      key: `${key} ${id}`,
      title,
      html: markdownHtml(body, maxMs),
      url: `${page}/${id}`,
      published: created_at,
      updated: updated_at,
    })),
  );
}

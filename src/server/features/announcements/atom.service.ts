import type { Reader } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { etagOf } from '../../http/etag.ts';
import { atomFeed } from '../../lib/feeds/atom.ts';
import { readPackage } from '../../lib/package.ts';
import { findPublicProject, listPublic, listPublicRevisions } from './announcements.queries.ts';

const maxEntries = 50;
/** For each entry: anybody can ask for the feed at any time. */
const maxMs = 20;
/** A feed has up to a few megabytes. */
const maxCached = 20;
const fileShape = /^([a-z0-9][a-z0-9_-]{0,63})\.atom$/;

type Feed = { tag: string; body: () => Promise<string> };

/** Feeds of projects. The text is written when it is needed, once for each version: each process keeps the last ones. */
export function announcementFeeds(read: Reader, baseUrl: string): (file: string) => Promise<Feed> {
  const cache = new Map<string, { tag: string; text: string }>();
  return async (file) => {
    const [, pid] = fileShape.exec(file) ?? [];
    const project = pid === undefined ? undefined : await findPublicProject(read, pid);
    if (pid === undefined || project === undefined) return fail('not_found', { detail: 'There is no such feed' });
    const revisions = await listPublicRevisions(read, pid, maxEntries);
    const tag = etagOf(JSON.stringify([readPackage().version, baseUrl, pid, project, revisions]));
    const body = async () => {
      const known = cache.get(pid);
      if (known?.tag === tag) return known.text;
      const text = await written(read, { pid, ...project }, baseUrl);
      cache.delete(pid);
      cache.set(pid, { tag, text });
      const [oldest] = cache.size > maxCached ? cache.keys() : [];
      if (oldest !== undefined) cache.delete(oldest);
      return text;
    };
    return { tag, body };
  };
}

type Project = { pid: string; name: string; created_at: string };

async function written(read: Reader, project: Project, baseUrl: string): Promise<string> {
  const { pid } = project;
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

import { pagePath } from '../../../shared/pages.ts';
import { slugPattern } from '../../../shared/limits.ts';
import type { Reader } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { etagOf } from '../../http/etag.ts';
import { atomFeed } from '../../lib/feeds/atom.ts';
import { readPackage } from '../../lib/package.ts';
import { findPublicProject, listPublic, listPublicRevisions } from './announcements.queries.ts';

const maxEntries = 50;
/** For the whole feed: anybody can ask for it at any time. The first text takes longest, while the parser is compiled. */
const maxMs = 1000;
/** A feed has up to a few megabytes. */
const maxCached = 20;
const fileShape = new RegExp(`^(${slugPattern})\\.atom$`);

/** `complete`: every text was parsed in time. Otherwise it is not to be kept, because the next try may go better. */
type Written = { text: string; complete: boolean };
type Feed = { tag: string; body: () => Promise<Written> };

/** Feeds of projects. The text is written when it is needed, once for each version: each process keeps the last ones. */
export function announcementFeeds(read: Reader, baseUrl: string, limitMs = maxMs): (file: string) => Promise<Feed> {
  const cache = new Map<string, { tag: string; text: string }>();
  return async (file) => {
    const [, pid] = fileShape.exec(file) ?? [];
    const project = pid === undefined ? undefined : await findPublicProject(read, pid);
    if (pid === undefined || project === undefined) return fail('not_found', { detail: 'There is no such feed' });
    const revisions = await listPublicRevisions(read, pid, maxEntries);
    const tag = etagOf(JSON.stringify([readPackage().version, baseUrl, pid, project, revisions]));
    const body = async () => {
      const known = cache.get(pid);
      if (known?.tag === tag) return { text: known.text, complete: true };
      const { text, complete } = await written(read, { pid, ...project }, baseUrl, limitMs);
      cache.delete(pid);
      if (complete) cache.set(pid, { tag, text });
      const [oldest] = cache.size > maxCached ? cache.keys() : [];
      if (oldest !== undefined) cache.delete(oldest);
      return { text, complete };
    };
    return { tag, body };
  };
}

type Project = { pid: string; name: string; created_at: string };

async function written(read: Reader, project: Project, baseUrl: string, limitMs: number): Promise<Written> {
  const { pid } = project;
  // Lazy-loaded: few installations have readers of the feed.
  const { markdownHtml } = await import('../../lib/mail/markdown-html.ts');
  const rows = await listPublic(read, pid, maxEntries);
  // Another installation may have a project with this name, but not of the same moment.
  const key = `announcements ${pid} ${project.created_at}`;
  const deadline = performance.now() + limitMs;
  let complete = true;
  const htmlOf = (body: string) =>
    markdownHtml(body, deadline - performance.now(), { onLate: () => void (complete = false) });
  const text = atomFeed(
    {
      key,
      title: project.name,
      author: project.name,
      url: `${baseUrl}${pagePath('/projects/$pid/announcements', { pid })}`,
      self: `${baseUrl}/feeds/${pid}.atom`,
      updated: rows.map(({ updated_at }) => updated_at).reduce((a, b) => (a > b ? a : b), project.created_at),
    },
    rows.map(({ id, title, body, created_at, updated_at }) => ({
      key: `${key} ${id}`,
      title,
      html: htmlOf(body),
      url: `${baseUrl}${pagePath('/projects/$pid/announcements/$id', { pid, id })}`,
      published: created_at,
      updated: updated_at,
    })),
  );
  return { text, complete };
}

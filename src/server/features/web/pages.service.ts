import { currentProject } from '../../../shared/rules.ts';
import { allPages, parameterPatterns, publicPages } from '../../../shared/pages.ts';
import type { PagePath } from '../../../shared/pages.ts';
import { translateTo } from '../../../locales/server-texts.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../lib/clock.ts';
import { isDbUnavailable } from '../../lib/db-unavailable.ts';
import type { EventPicture } from '../projects/appearance/appearance.schema.ts';
import { presentPicture } from '../projects/appearance/picture.policy.ts';
import { preparePageReads } from './web.queries.ts';

/** Names are compared before parameters: `/projects/new` is not the project `new`. */
const matchers = allPages
  .map(({ path, area }) => ({ path, area, pattern: patternOf(path) }))
  .toSorted((one, other) => (one.path.replaceAll('$', '~') < other.path.replaceAll('$', '~') ? -1 : 1));

function patternOf(path: PagePath): RegExp {
  const patterns: Partial<Record<string, string>> = parameterPatterns;
  const filled = path.replaceAll(/\$(\w+)/g, (_, name: string) => `(?<${name}>${patterns[name]})`);
  return new RegExp(`^${filled}/?$`);
}

/** Any other path is answered with 404. */
export type FoundPage = { path: PagePath; area: string; parameters: { pid?: string; tid?: string; id?: string } };

export function findPage(path: string): FoundPage | undefined {
  for (const { pattern, ...page } of matchers) {
    const found = pattern.exec(path);
    if (found !== null) return { ...page, parameters: { ...found.groups } };
  }
  return undefined;
}

/** People who have the address see it, so it must not be found by a search. */
export const isUnlisted = (page: FoundPage | undefined): boolean =>
  page?.path === '/show/$token' || page?.path === '/verify/$number';

/** The number of a certificate that somebody typed on /verify without JavaScript. */
export function typedNumber(url: string): string | undefined {
  const [, typed] = /^\/verify\/?\?number=([^&]{1,300})$/.exec(url) ?? [];
  const number = typed?.replaceAll(/%[0-9A-F]{2}|[^0-9A-Za-z]/gi, '').slice(0, 64);
  return number === '' ? undefined : number;
}

/** Whether visitors may read a page; they are asked to sign in for all others. */
export function isPublicPage(path: string): boolean {
  const page = findPage(path);
  return page !== undefined && publicPages.has(page.path);
}

/** `site` is the name of the event; `image` is a path on this service. An empty description is left out. */
export type PageHead = { title: string; site?: string; description: string; image?: EventPicture | null };
/** Undefined for a page about something that does not exist or is not public. */
export type FindHead = (page: FoundPage) => Promise<PageHead | undefined>;

export const appName = 'Muster';
export const generalHead: PageHead = {
  title: appName,
  description: translateTo('en')('page.description'),
};

/** Title and description of a page. Without a database pages still load, with a general title. */
export function pageHeads(db: Db, clock: Clock): FindHead {
  const reads = preparePageReads(db);
  const find = async ({ path, parameters }: FoundPage): Promise<PageHead | undefined> => {
    if (path === '/') {
      const event = currentProject(await reads.latest({}), clock.now());
      if (event === undefined) return generalHead;
      return {
        title: event.name,
        site: event.name,
        description: excerpt(event.description),
        image: presentPicture(event),
      };
    }
    const { pid, tid, id } = parameters;
    if (pid === undefined || !path.startsWith('/projects/')) return generalHead;
    if (path === '/projects/$pid/announcements/$id' && id !== undefined) {
      const [news] = await reads.announcement({ pid, id });
      return (
        news && {
          title: `${news.title} · ${news.name} · ${appName}`,
          site: news.name,
          description: excerpt(news.body),
          image: presentPicture(news),
        }
      );
    }
    if (path === '/projects/$pid/teams/$tid' && tid !== undefined) {
      const [team] = await reads.team({ pid, tid });
      return (
        team && {
          title: `${team.name} · ${team.project} · ${appName}`,
          site: team.project,
          description: excerpt(team.description),
        }
      );
    }
    const [project] = await reads.project({ pid });
    return (
      project && {
        title: `${project.name} · ${appName}`,
        site: project.name,
        description: excerpt(project.description),
        image: presentPicture(project),
      }
    );
  };
  return async (page) => {
    try {
      return await find(page);
    } catch (error) {
      if (isDbUnavailable(error)) return generalHead;
      throw error;
    }
  };
}

const maxExcerpt = 200;

/** The patterns below take quadratic time, for every visitor of the page. */
const maxRead = 1000;

/** The beginning of a Markdown text without its marks. */
export function excerpt(markdown: string): string {
  const plain = markdown
    .slice(0, maxRead)
    .toWellFormed()
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[ \t]*(?:#{1,6}|[-*+>]|\d+\.)\s+/gm, '')
    .replaceAll(/[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = Array.from(plain);
  return characters.length <= maxExcerpt ? plain : `${characters.slice(0, maxExcerpt - 1).join('')}…`;
}

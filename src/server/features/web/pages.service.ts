import { translateTo } from '../../../locales/server-texts.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../lib/clock.ts';
import { isDbUnavailable } from '../../lib/db-unavailable.ts';
import type { EventPicture } from '../projects/appearance/appearance.schema.ts';
import { presentPicture } from '../projects/appearance/picture.policy.ts';
import { currentOf } from '../projects/current.policy.ts';
import { preparePageReads } from './web.queries.ts';

const slug = '[a-z0-9][a-z0-9_-]{0,63}';
const id = '[0-9A-Za-z_-]{1,64}';

const inManage = `(/(settings|teams|tasks(/(new-series|paste|planner|print|(drafts|series)(/${id})?|${id}))?|announcements|work|kinds|owners|travel-money(/${slug})?|totals|exports|chat|webhooks|service-accounts|desk|hours(/${id})?|statistics|audit|messages(/${id})?|forms(/${slug}(/(passed-on|answers))?)?))?`;
const inProject = [
  '',
  '/staff',
  '/tasks',
  '/tasks/new',
  '/open-tasks',
  '/availability',
  '/my-skills',
  '/my-day',
  '/now',
  '/work',
  '/my-hours',
  `/tasks/${id}(/edit)?`,
  `/announcements(/${id}(/edit)?)?`,
  `/people(/${id})?`,
  `/forms(/${slug})?`,
  `/teams(/${slug}(/manage)?)?`,
  `/manage${inManage}`,
];
const inMe =
  'profile|resume|real-profile|address|bank|dietary-habits|history|sessions|security|privacy|contact|notices|notice-settings|calendar';

/** The routes of the web application (src/web/routes), so that any other path is answered with 404. */
const pages = [
  '/',
  '/sign-in',
  '/email',
  '/email-revert',
  '/not-me',
  '/unsubscribe',
  '/desk',
  '/show/mss_[0-9a-z]{52}_[0-9a-f]{8}',
  `/verify(/${id})?`,
  `/check-in/${slug}/${id}`,
  '/help(/(volunteers|desk|chiefs|owners))?',
  '/api-access',
  '/invitations',
  `/people/${id}`,
  `/messages/${id}`,
  `/me(/(${inMe}))?`,
  '/admin(/(projects|people|audit))?',
  '/projects(/new)?',
  ...inProject.map((path) => `/projects/${slug}${path}`),
].map((pattern) => new RegExp(`^${pattern}/?$`));

export const isPage = (path: string): boolean => pages.some((pattern) => pattern.test(path));

/** The page of a device, which uses the camera. */
export const isDesk = (path: string): boolean => /^\/desk\/?$/.test(path);

/** People who have the address see it, so it must not be found by a search. */
export const isUnlisted = (path: string): boolean => /^\/(?:show|verify)\//.test(path);

/** The number of a certificate that somebody typed on /verify without JavaScript. */
export function typedNumber(url: string): string | undefined {
  const [, typed] = /^\/verify\/?\?number=([^&]{1,300})$/.exec(url) ?? [];
  const number = typed?.replaceAll(/%[0-9A-F]{2}|[^0-9A-Za-z]/gi, '').slice(0, 64);
  return number === '' ? undefined : number;
}

const announcementId = `(?!new/?$)${id}`;
const inPublicProject = `(?:/staff|/teams(?:/${slug})?|/announcements(?:/${announcementId})?)?`;
const publicPages = [
  new RegExp(`^/(?:projects(?:/(?!new(?:/|$))${slug}${inPublicProject})?)?/?$`),
  /^\/help(?:\/(?:volunteers|desk|chiefs|owners))?\/?$/,
  new RegExp(`^/verify(?:/${id})?/?$`),
];

/** Announcements of one team, which visitors do not see. */
const ofTeam = /[?&]tid=/;

/** Whether a page arrives with its content: the public ones for visitors, and the home page for everybody. */
export function isRenderedPage(url: string, isSignedIn: boolean): boolean {
  const path = url.split('?', 1)[0] ?? '';
  if (isSignedIn) return path === '/';
  return publicPages.some((pattern) => pattern.test(path)) && !ofTeam.test(url);
}

const projectPage = new RegExp(`^/projects/(${slug})(?:/|$)`);
const teamPage = new RegExp(`^/projects/(${slug})/teams/(${slug})/?$`);
const announcementPage = new RegExp(`^/projects/(${slug})/announcements/(${announcementId})/?$`);

/** `site` is the name of the event; `image` is a path on this service. An empty description is left out. */
export type PageHead = { title: string; site?: string; description: string; image?: EventPicture | null };
/** Undefined for a page about something that does not exist or is not public. */
export type FindHead = (path: string) => Promise<PageHead | undefined>;

export const appName = 'Muster';
export const generalHead: PageHead = {
  title: appName,
  description: translateTo('en')('page.description'),
};

/** Title and description of a page. Without a database pages still load, with a general title. */
export function pageHeads(db: Db, clock: Clock): FindHead {
  const reads = preparePageReads(db);
  const find = async (path: string): Promise<PageHead | undefined> => {
    if (path === '/') {
      const event = currentOf(await reads.latest({}), clock.now());
      if (event === undefined) return generalHead;
      return {
        title: event.name,
        site: event.name,
        description: excerpt(event.description),
        image: presentPicture(event),
      };
    }
    const [, announcedIn, announced] = announcementPage.exec(path) ?? [];
    if (announcedIn !== undefined && announced !== undefined) {
      const [news] = await reads.announcement({ pid: announcedIn, id: announced });
      return (
        news && {
          title: `${news.title} · ${news.name} · ${appName}`,
          site: news.name,
          description: excerpt(news.body),
          image: presentPicture(news),
        }
      );
    }
    const [, pid = '', tid] = teamPage.exec(path) ?? projectPage.exec(path) ?? [];
    if (pid === '' || pid === 'new') return generalHead;
    if (tid !== undefined) {
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
  return async (path) => {
    try {
      return await find(path);
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

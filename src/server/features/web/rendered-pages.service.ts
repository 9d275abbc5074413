import type { FastifyRequest } from 'fastify';
import { sessionCookie } from '../../auth/caller.ts';
import type { Authenticator } from '../../auth/caller.ts';
import type { Config } from '../../config.ts';
import type { App } from '../../http/app.ts';
import { prepareBody } from '../../http/prepared-body.ts';
import type { PreparedBody } from '../../http/prepared-body.ts';
import type { Clock } from '../../lib/clock.ts';
import { errorFields } from '../../lib/error-fields.ts';
import { isTimezone } from '../../lib/time.ts';
import { pageCache } from './page-cache.service.ts';
import type { PreparedPage } from './page-cache.service.ts';
import { isPublicPage } from './pages.service.ts';
import type { PageHead } from './pages.service.ts';
import type { areaScripts } from './preloads.service.ts';
import { loadRenderer } from './rendering.service.ts';
import type { AskApi, Reader, Renderer, Visit } from './rendering.service.ts';
import type { pageTemplate } from './template.service.ts';

type Dependencies = {
  app: App;
  config: Config;
  clock: Clock;
  isSession: Authenticator['isSession'];
  webRoot: string;
  template: ReturnType<typeof pageTemplate>;
  scriptsFor: ReturnType<typeof areaScripts>;
};

/** Set by the web app: the language that the person chose, and where their browser is. */
const languageCookie = 'muster_language';
const zoneCookie = 'muster_time_zone';

/**
 * Pages that arrive with their content. It comes from the API with the caller's own credentials, so a page never shows
 * more than the API would. Undefined where the application fills the page in the browser.
 */
export function renderedPages({ app, config, clock, isSession, webRoot, template, scriptsFor }: Dependencies) {
  const cookieName = sessionCookie(config);
  const cached = pageCache(() => clock.now().getTime());
  let renderer: Promise<Renderer | undefined> | undefined;

  const prepare = async (url: string, head: PageHead | undefined, reader: Reader, visit: Visit, ask: AskApi) => {
    const { render } = (await renderer) ?? {};
    if (render === undefined) throw new Error('the pages are not built for the server');
    const rendered = await render({ path: url, reader, visit, ask });
    if (rendered === undefined) return undefined;
    const { answers, missing, ...content } = rendered;
    const path = pathOf(url);
    if (missing.length > 0) app.log.error({ path, missing }, 'a page shows what its loader does not load');
    const when = visit.isSignedIn ? 'now' : 'touched';
    const scripts = scriptsFor(path, visit.isSignedIn);
    const text = template.filled(path, head, { ...content, language: reader.language, scripts, when });
    return { body: await prepareBody(text), answers, renderedAtMs: clock.now().getTime() } satisfies PreparedPage;
  };

  return async (request: FastifyRequest, head: PageHead | undefined): Promise<PreparedBody | undefined> => {
    const path = pathOf(request.url);
    const visit = visitOf(request, cookieName);
    if (!isNavigation(request) || !(visit.isSignedIn || isOpenToVisitors(request.url))) return undefined;
    // Pages for one person are not kept, so anybody could have as many rendered as they like with a made-up cookie.
    if (visit.isSignedIn && !(await isSession(request.cookies[cookieName] ?? ''))) return undefined;
    // Loaded with the first page: it takes memory, and a service that only answers the API does not need it.
    renderer ??= loadRenderer(webRoot);
    try {
      const { chooseLanguage } = (await renderer) ?? {};
      if (chooseLanguage === undefined) return undefined;
      const reader = chooseLanguage(request.cookies[languageCookie], preferredLanguages(request));
      const ask = apiFor(app, request, visit.cookies, reader.language);
      const preparePage = () => prepare(visit.isSignedIn ? request.url : path, head, reader, visit, ask);
      if (visit.isSignedIn) return (await preparePage())?.body;
      return (await cached(`${reader.language} ${reader.locale} ${path}`, ask, preparePage))?.body;
    } catch (error) {
      if (!isApiProblem(error)) app.log.error({ err: errorFields(error) }, 'a page could not be rendered');
      return undefined;
    }
  };
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

const visitor: Visit = { isSignedIn: false, cookies: '', timeZone: undefined };

/** Without a time zone, the page shows dates in that of the event. */
function visitOf({ cookies, headers }: FastifyRequest, cookieName: string): Visit {
  if (cookies[cookieName] === undefined) return visitor;
  const timeZone = cookies[zoneCookie] ?? '';
  return { isSignedIn: true, cookies: headers.cookie ?? '', timeZone: isTimezone(timeZone) ? timeZone : undefined };
}

/** Pages are kept without their query. For visitors only `tid`, which asks for announcements that they may not see, would matter. */
const isOpenToVisitors = (url: string): boolean => isPublicPage(pathOf(url)) && !/[?&]tid=/.test(url);

/** The browser says so for pages; other programs say nothing. */
const isNavigation = ({ headers }: FastifyRequest): boolean => (headers['sec-fetch-dest'] ?? 'document') === 'document';

/** Such as a database that does not answer: the API has logged it, and the application in the browser will show it. */
const isApiProblem = (error: unknown): boolean => error instanceof Error && 'problem' in error;

/** Asks the API as the caller would. The session cookie is passed on only for pages that are not kept. */
function apiFor(app: App, request: FastifyRequest, cookie: string, language: string): AskApi {
  const forwarded = request.headers['x-forwarded-for'];
  const headers = {
    accept: 'application/json',
    'accept-language': language,
    ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
    ...(cookie === '' ? {} : { cookie }),
  };
  const remoteAddress = request.socket.remoteAddress ?? '127.0.0.1';
  return async (url) => {
    const answer = await app.inject({ method: 'GET', url, headers, remoteAddress });
    const sent = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return { status: answer.statusCode, headers: Object.fromEntries(sent), body: answer.body };
  };
}

const maxLanguages = 10;

/** The language tags of `Accept-Language`, best first. */
function preferredLanguages({ headers }: Pick<FastifyRequest, 'headers'>): string[] {
  const weighted = (headers['accept-language'] ?? '')
    .split(',', maxLanguages)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((word) => word.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { tag, weight: Number(weight) || 0 };
    })
    .filter(({ tag, weight }) => /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,3}$/i.test(tag) && weight > 0);
  return weighted.toSorted((one, other) => other.weight - one.weight).map(({ tag }) => tag);
}

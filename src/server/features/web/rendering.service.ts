import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { criticalCss } from './critical-css.service.ts';

/** What src/web/entry-server.tsx exports. */
type Entry = {
  renderPage: (request: EntryRequest) => Promise<EntryPage | undefined>;
  chooseLanguage: (remembered: string | undefined, preferred: readonly string[]) => Reader;
};
type EntryPage = { title: string; html: string; state: unknown; missing: readonly string[] };
type EntryRequest = Reader & {
  path: string;
  timeZone: string | undefined;
  isSignedIn: boolean;
  cookies: string;
  fetch: typeof fetch;
};

/** The language of a page, and the same with the reader's region, for dates. */
export type Reader = { language: string; locale: string };

/** What the API answered while a page was rendered. */
type ApiAnswer = { status: number; headers: Record<string, string>; body: string };
export type AskApi = (url: string) => Promise<ApiAnswer>;

type Rendered = EntryPage & { styles: string; answers: ReadonlyMap<string, string> };

/** Who a page is for. Pages for visitors are the same in every time zone. */
export type Visit =
  | { isSignedIn: false; cookies: ''; timeZone: undefined }
  | { isSignedIn: true; cookies: string; timeZone: string | undefined };

type PageToRender = { path: string; reader: Reader; visit: Visit; ask: AskApi };

export type Renderer = {
  chooseLanguage: Entry['chooseLanguage'];
  /** Fails if anything that the page shows cannot be loaded. Undefined for a page that the browser has to fill. */
  render: (page: PageToRender) => Promise<Rendered | undefined>;
};

/** Loads the pages of the application for the server; undefined if they are not built. */
export function loadRenderer(webRoot: string): Promise<Renderer | undefined> {
  const file = join(webRoot, 'server/entry-server.js');
  return existsSync(file) ? load(file, webRoot) : Promise.resolve(undefined);
}

async function load(file: string, webRoot: string): Promise<Renderer> {
  const entry: Entry = await import(pathToFileURL(file).href);
  const sheets = globSync(join(webRoot, 'assets/*.css')).map((sheet) => readFileSync(sheet, 'utf8'));
  const stylesFor = criticalCss(sheets.join(''));
  return {
    chooseLanguage: entry.chooseLanguage,
    render: async ({ path, reader, visit, ask }) => {
      const answers = new Map<string, string>();
      const fetchFromApi = async (input: string | URL | Request): Promise<Response> => {
        const url = input instanceof Request ? input.url : input.toString();
        const { status, headers, body } = await ask(url);
        answers.set(url, body);
        return new Response(body === '' ? null : body, { status, headers });
      };
      const page = await entry.renderPage({ ...reader, ...visit, path, fetch: fetchFromApi });
      return page && { ...page, answers, styles: stylesFor(page.html) };
    },
  };
}

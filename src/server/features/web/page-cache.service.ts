import type { PreparedBody } from '../../http/prepared-body.ts';
import type { AskApi } from './rendering.service.ts';

/** A page that is ready to be sent, and what the API answered for it. */
export type PreparedPage = { body: PreparedBody; answers: ReadonlyMap<string, string>; renderedAtMs: number };

/** Undefined for a page that is not rendered. */
type Prepare = () => Promise<PreparedPage | undefined>;

const maxPages = 200;
/** Which event is the current one depends on the day, so a page is rendered again even if no data has changed. */
const maxAgeMs = 10 * 60_000;

/**
 * Keeps rendered pages for visitors. Before a page is sent again the API is asked the same questions: the page is
 * current if the answers are still the same. That costs a few prepared reads, and no change can be missed.
 */
export function pageCache(nowMs: () => number) {
  const pages = new Map<string, PreparedPage>();
  const pending = new Map<string, Promise<PreparedPage | undefined>>();

  const isCurrent = async ({ answers, renderedAtMs }: PreparedPage, ask: AskApi): Promise<boolean> => {
    if (nowMs() - renderedAtMs > maxAgeMs) return false;
    const checks = Array.from(answers, async ([url, body]) => (await ask(url)).body === body);
    return (await Promise.all(checks)).every(Boolean);
  };

  /** Visitors who ask for the same page at the same time share one rendering. */
  const prepareOnce = async (key: string, prepare: Prepare): Promise<PreparedPage | undefined> => {
    const started = pending.get(key);
    if (started !== undefined) return started;
    const preparing = prepare();
    pending.set(key, preparing);
    try {
      const page = await preparing;
      pages.delete(key);
      if (page !== undefined) pages.set(key, page);
      for (const oldest of pages.keys()) if (pages.size > maxPages) pages.delete(oldest);
      return page;
    } finally {
      pending.delete(key);
    }
  };

  return async (key: string, ask: AskApi, prepare: Prepare): Promise<PreparedPage | undefined> => {
    const found = pages.get(key);
    return found !== undefined && (await isCurrent(found, ask)) ? found : prepareOnce(key, prepare);
  };
}

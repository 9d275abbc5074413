import { setTimeout as sleep } from 'node:timers/promises';

/** What the smoke test needs of a browser that Playwright does not drive: a window, its scripts and its keyboard. */
export type Engine = {
  /** Returns once the page has loaded. Without a server it may be an error page of the browser. */
  open: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  back: () => Promise<void>;
  /** Runs the body of an async function in the page; what it returns has to be JSON. */
  run: (body: string) => Promise<unknown>;
  /** Types into what has the focus. */
  type: (text: string) => Promise<void>;
  [Symbol.asyncDispose]: () => Promise<void>;
};

/** Saving all files for offline use takes the longest. */
const patienceMs = 40_000;

/** Runs in the page: what can be seen and operated. */
const inPage = `
  const isShown = (node) => node.checkVisibility({ visibilityProperty: true });
  const nameOf = (node) => (node.getAttribute('aria-label') ?? node.labels?.[0]?.textContent ?? node.textContent).replace(/ \\*$/, '').trim();
  const named = (selector, name) => [...document.querySelectorAll(selector)].find((node) => isShown(node) && nameOf(node).startsWith(name));
`;

/** Finds what a person would find, and waits for it. */
export function browserWindow(engine: Engine) {
  const until = async (what: string, body: string): Promise<void> => {
    for (const deadline = Date.now() + patienceMs; ; await sleep(50)) {
      // A page that is just being replaced cannot run anything.
      const found = await engine.run(`${inPage} ${body}`).catch(() => false);
      if (found === true) return;
      if (Date.now() > deadline) throw new Error(`no ${what} on this page:\n${await text()}`);
    }
  };
  const text = async (): Promise<string> =>
    String(await engine.run("return location.href + '\\n' + document.body.innerText").catch(String));
  const click = (selector: string, name: string) =>
    until(
      `"${name}"`,
      `const node = named(${JSON.stringify(selector)}, ${JSON.stringify(name)});
       if (node === undefined || node.matches(':disabled, [data-loading]')) return false;
       node.click();
       return true;`,
    );
  return {
    ...engine,
    until,
    text,
    see: (words: string) => until(`"${words}"`, `return document.body.innerText.includes(${JSON.stringify(words)});`),
    press: (name: string) => click('button, a, [role=menuitem]', name),
    fill: async (name: string, value: string) => {
      await until(
        `field "${name}"`,
        `const node = named('input, textarea', ${JSON.stringify(name)}); node?.focus(); return node !== undefined;`,
      );
      await engine.type(value);
    },
  };
}

export type BrowserWindow = ReturnType<typeof browserWindow>;

import { Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { createContext, use, useEffect } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

let noteTitle: (title: string) => void = () => {};

/** For rendering on the server, which writes the title into the page. */
export const onPageTitle = (note: (title: string) => void): void => void (noteTitle = note);

/** Tells boot.ts, which keeps presses until then. The frame is ready earlier; React takes pages over after it. */
function announceReady(): void {
  document.documentElement.dataset['app'] = 'ready';
  window.dispatchEvent(new Event('muster:ready'));
}

/** The name of the event whose page is open; empty elsewhere. */
export const EventName = createContext('');

/** Sets the title of the tab. Pages of an event also have its name, which tells the tabs of two years apart. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation();
  const event = use(EventName);
  const names = event === '' || title.includes(event) ? [title] : [title, event];
  useEventTitle([...names, t('app.name')].join(' · '));
}

/** The title of a page that is the event's own. */
export function useEventTitle(name: string): void {
  noteTitle(name);
  useDocumentTitle(name);
  useEffect(announceReady, []);
}

/** Moves the focus to the heading, from where screen readers and the keyboard go on. */
export function focusPage(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? document.querySelector<HTMLElement>('#main'))?.focus({ preventScroll: true });
}

/**
 * Gives the focus to the heading of a page, and again when the page replaces it because its data has arrived: the focus
 * would be lost with it. Ends when somebody uses the page, or by calling what it returns.
 */
export function keepFocusOnPage(): () => void {
  const ended = new AbortController();
  const end = () => ended.abort();
  const main = document.querySelector('#main');
  const observer = new MutationObserver(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === main) focusPage();
  });
  // A page may begin at a field, for example to change the time of a task.
  if (main?.querySelector('input:focus, textarea:focus') == null) focusPage();
  if (main !== null) observer.observe(main, { childList: true, subtree: true });
  ended.signal.addEventListener('abort', () => observer.disconnect());
  for (const use of ['keydown', 'pointerdown']) window.addEventListener(use, end, { signal: ended.signal });
  return end;
}

type PageHeadingProps = { title: string; lead?: ReactNode; aside?: ReactNode };

/**
 * As high as the head of a page for organisers; what people have to know is below it. The heading takes the focus after a navigation, so that screen readers announce the page. */
export function PageHeading({ title, lead, aside }: PageHeadingProps) {
  return (
    <div className="muster-heading">
      <div className="muster-heading-line">
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        {aside}
      </div>
      {lead === undefined ? null : (
        <Text c="dimmed" maw="44rem">
          {lead}
        </Text>
      )}
    </div>
  );
}

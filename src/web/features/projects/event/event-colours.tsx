import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { Project } from '../../../../client/client.ts';
import styles from './event-colours.module.css';

/**
 * Gives what it contains the colour of the event. The colour comes as a style sheet from the API, so that the security
 * policy of the page does not have to allow styles within it.
 */
export function EventColours({ project, children }: { project: Project | null; children: ReactNode }) {
  const { pid, colour } = project ?? { pid: '', colour: null };
  return (
    <>
      {colour === null ? null : (
        <link
          rel="stylesheet"
          href={`/api/projects/${pid}/colours.css?v=${colour.slice(1)}`}
          // React waits for a style sheet with a precedence before it shows the page.
          precedence="event"
        />
      )}
      {/* In the same place without a colour: what it contains keeps its state when the event arrives. */}
      <div {...(colour !== null && { 'data-event': pid, className: styles.event })}>{children}</div>
    </>
  );
}

/** Dialogs, menus and messages are shown outside of what they belong to: while a page of the event is open, they have its colour. */
export function useEventColoursOutside(project: Project | null): void {
  const pid = project?.colour == null ? undefined : project.pid;
  useEffect(() => {
    if (pid === undefined) return undefined;
    const { body } = document;
    body.dataset['event'] = pid;
    body.classList.add(styles.event ?? '');
    return () => {
      delete body.dataset['event'];
      body.classList.remove(styles.event ?? '');
    };
  }, [pid]);
}

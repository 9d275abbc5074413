import { createElement, Suspense, use, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

const loaders = new Map<string, () => Promise<unknown>>();
let noteUse: (name: string) => void = () => {};

/** The server needs it to say what the browser loads before it takes the page over. */
export const onPartUsed = (note: (name: string) => void): void => void (noteUse = note);

/** Loads parts, all of them if none are named. Loading one may make others known that it contains. */
export async function loadParts(names: Iterable<string> = loaders.keys()): Promise<void> {
  for (const name of names) await loaders.get(name)?.();
}

/**
 * A component in a file of its own, loaded when it is first shown. One that is loaded already is shown without a
 * Suspense boundary: React hydrates those late, when the page may already have changed.
 */
export function lazyPart<P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
  fallback: (props: P) => ReactNode = () => null,
) {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;
  const loadOnce = () => (loading ??= load().then((component) => (loaded = component)));
  loaders.set(name, loadOnce);

  function Later(props: P) {
    return createElement(use(loadOnce()), props);
  }

  return function Part(props: P) {
    noteUse(name);
    const [Component] = useState(() => loaded);
    if (Component !== undefined) return <Component {...props} />;
    return (
      <Suspense fallback={fallback(props)}>
        <Later {...props} />
      </Suspense>
    );
  };
}

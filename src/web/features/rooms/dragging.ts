import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { useEffect, useRef } from 'react';

const uidIn = ({ uid }: Record<string, unknown>): string | undefined => (typeof uid === 'string' ? uid : undefined);

/** A person who can be dragged into a room. */
export function useDraggedPerson<E extends HTMLElement>(uid: string) {
  const ref = useRef<E>(null);
  useEffect(() => {
    const element = ref.current;
    return element === null ? undefined : draggable({ element, getInitialData: () => ({ uid }) });
  }, [uid]);
  return ref;
}

/** A room, or the list of those without one, where people can be dropped. */
export function useDropPlace<E extends HTMLElement>(onDrop: (uid: string) => void) {
  const ref = useRef<E>(null);
  const drop = useRef(onDrop);
  useEffect(() => void (drop.current = onDrop));
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const leave = () => void delete element.dataset['over'];
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => uidIn(source.data) !== undefined,
      onDragEnter: () => void (element.dataset['over'] = 'true'),
      onDragLeave: leave,
      onDrop: ({ source }) => {
        leave();
        const uid = uidIn(source.data);
        if (uid !== undefined) drop.current(uid);
      },
    });
  }, []);
  return ref;
}

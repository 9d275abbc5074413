import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { disableNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/disable-native-drag-preview';
import { useEffect } from 'react';
import type { RefObject } from 'react';
import type { Person } from './plan.ts';

/** What is dragged: a person from the list or from a task, a task, or the end of a task. */
export type Dragged =
  | { what: 'person'; person: Person; from?: string }
  /** How long after its beginning the task was gripped. */
  | { what: 'task'; id: string; grippedMs: number }
  | { what: 'end'; id: string };

export type DropPlace = { what: 'task'; id: string } | { what: 'row'; key: string };

const isDragged = (value: unknown): value is Dragged => typeof value === 'object' && value !== null && 'what' in value;
const draggedIn = ({ dragged }: Record<string, unknown>): Dragged | undefined =>
  isDragged(dragged) ? dragged : undefined;
const isPlace = (value: unknown): value is DropPlace => typeof value === 'object' && value !== null && 'what' in value;

export type DragSource = {
  /** Gets the position where the pointer went down. */
  data: (clientX: number) => Dragged;
  /** Shows no picture of the element at the pointer. */
  bare?: boolean;
  onMove?: (clientX: number) => void;
  /** Without a pointer when the drag was cancelled, or ended where nothing can be dropped. */
  onEnd?: (clientX: number | undefined) => void;
};

/** Undefined if the element cannot be dragged. */
type SourceOf = (element: HTMLElement) => DragSource | undefined;

const makeDraggable = (element: HTMLElement, sourceOf: RefObject<SourceOf>) =>
  draggable({
    element,
    canDrag: () => sourceOf.current(element) !== undefined,
    getInitialData: ({ input }) => ({ dragged: sourceOf.current(element)?.data(input.clientX) }),
    onGenerateDragPreview: ({ nativeSetDragImage }) => {
      if (sourceOf.current(element)?.bare === true) disableNativeDragPreview({ nativeSetDragImage });
    },
    onDragStart: () => void (element.dataset['dragging'] = 'true'),
    onDrag: ({ location }) => sourceOf.current(element)?.onMove?.(location.current.input.clientX),
    onDrop: ({ location }) => {
      delete element.dataset['dragging'];
      const { input, dropTargets } = location.current;
      sourceOf.current(element)?.onEnd?.(dropTargets.length === 0 ? undefined : input.clientX);
    },
  });

/**
 * Makes the elements of an area draggable that have `data-drags`. An element is registered when the pointer goes down on
 * it: registering hundreds that are never dragged would take time while the area is scrolled.
 */
export function useDragSources(area: RefObject<HTMLElement | null>, sourceOf: RefObject<SourceOf>): void {
  useEffect(() => {
    const within = area.current;
    if (within === null) return undefined;
    let forget = () => {};
    const register = ({ target }: Event) => {
      forget();
      const element = target instanceof Element ? target.closest<HTMLElement>('[data-drags]') : null;
      forget = element === null ? () => {} : makeDraggable(element, sourceOf);
    };
    within.addEventListener('pointerdown', register);
    return () => {
      within.removeEventListener('pointerdown', register);
      forget();
    };
  }, [area, sourceOf]);
}

export type DropTarget = {
  place: DropPlace;
  accepts: (dragged: Dragged) => boolean;
  onMove?: (dragged: Dragged, clientX: number) => void;
  onLeave?: () => void;
};

type TargetOf = (element: HTMLElement) => DropTarget | undefined;

function makeDropTarget(element: HTMLElement, targetOf: RefObject<TargetOf>): () => void {
  const leave = () => {
    delete element.dataset['over'];
    targetOf.current(element)?.onLeave?.();
  };
  return dropTargetForElements({
    element,
    getData: () => ({ place: targetOf.current(element)?.place }),
    canDrop: ({ source }) => {
      const dragged = draggedIn(source.data);
      return dragged !== undefined && targetOf.current(element)?.accepts(dragged) === true;
    },
    onDragEnter: () => void (element.dataset['over'] = 'true'),
    onDrag: ({ source, location }) => {
      const dragged = draggedIn(source.data);
      if (dragged !== undefined) targetOf.current(element)?.onMove?.(dragged, location.current.input.clientX);
    },
    onDragLeave: leave,
    onDrop: leave,
  });
}

/** Makes the elements of an area places to drop on that have `data-drops`. They are registered when a drag enters them. */
export function useDropTargets(area: RefObject<HTMLElement | null>, targetOf: RefObject<TargetOf>): void {
  useEffect(() => {
    const registered = new Map<Element, () => void>();
    const forget = () => {
      for (const unregister of registered.values()) unregister();
      registered.clear();
    };
    const register = ({ target }: Event) => {
      if (!(target instanceof Element) || area.current?.contains(target) !== true) return;
      let element = target.closest<HTMLElement>('[data-drops]');
      while (element !== null) {
        if (!registered.has(element)) registered.set(element, makeDropTarget(element, targetOf));
        element = element.parentElement?.closest<HTMLElement>('[data-drops]') ?? null;
      }
    };
    // On the window, so that it is called before the listener of the library, which looks for places.
    window.addEventListener('dragenter', register, { capture: true });
    const stopWatching = monitorForElements({ onDrop: forget });
    // An end may be dropped anywhere in the window, so that only a cancelled drag of one has no place.
    const stopAccepting = dropTargetForElements({
      element: document.documentElement,
      canDrop: ({ source }) => draggedIn(source.data)?.what === 'end',
    });
    return () => {
      window.removeEventListener('dragenter', register, { capture: true });
      stopWatching();
      stopAccepting();
      forget();
    };
  }, [area, targetOf]);
}

type OnDrop = (dragged: Dragged, place: DropPlace | undefined, clientX: number) => void;

/** Calls back when something is dropped: without a place if it cannot be dropped there, or the drag was cancelled. */
export function useDrops(onDrop: RefObject<OnDrop>): void {
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const dragged = draggedIn(source.data);
          const place = location.current.dropTargets[0]?.data['place'];
          if (dragged !== undefined)
            onDrop.current(dragged, isPlace(place) ? place : undefined, location.current.input.clientX);
        },
      }),
    [onDrop],
  );
}

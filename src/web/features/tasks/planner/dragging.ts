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

type DragOptions = {
  enabled: boolean;
  /** Where the pointer went down. */
  data: (clientX: number) => Dragged;
  /** Without a picture of the element at the pointer. */
  bare?: boolean;
  onMove?: (clientX: number) => void;
  onEnd?: (clientX: number) => void;
};

/** Makes an element draggable. The options may change with every render. */
export function useDragging(ref: RefObject<HTMLElement | null>, options: RefObject<DragOptions>, enabled: boolean) {
  useEffect(() => {
    const element = ref.current;
    if (element === null || !enabled) return undefined;
    return draggable({
      element,
      getInitialData: ({ input }) => ({ dragged: options.current.data(input.clientX) }),
      onGenerateDragPreview: ({ nativeSetDragImage }) => {
        if (options.current.bare === true) disableNativeDragPreview({ nativeSetDragImage });
      },
      onDragStart: () => void (element.dataset['dragging'] = 'true'),
      onDrag: ({ location }) => options.current.onMove?.(location.current.input.clientX),
      onDrop: ({ location }) => {
        delete element.dataset['dragging'];
        options.current.onEnd?.(location.current.input.clientX);
      },
    });
  }, [ref, options, enabled]);
}

type TargetOptions = {
  place: DropPlace;
  accepts: (dragged: Dragged) => boolean;
  onMove?: (dragged: Dragged, clientX: number) => void;
  onLeave?: () => void;
};

/** Makes an element a place to drop on. */
export function useDropTarget(ref: RefObject<HTMLElement | null>, options: RefObject<TargetOptions>) {
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const leave = () => {
      delete element.dataset['over'];
      options.current.onLeave?.();
    };
    return dropTargetForElements({
      element,
      getData: () => ({ place: options.current.place }),
      canDrop: ({ source }) => {
        const dragged = draggedIn(source.data);
        return dragged !== undefined && options.current.accepts(dragged);
      },
      onDragEnter: () => void (element.dataset['over'] = 'true'),
      onDrag: ({ source, location }) => {
        const dragged = draggedIn(source.data);
        if (dragged !== undefined) options.current.onMove?.(dragged, location.current.input.clientX);
      },
      onDragLeave: leave,
      onDrop: leave,
    });
  }, [ref, options]);
}

/** Calls back when something is dropped on a place. */
export function useDrops(onDrop: RefObject<(dragged: Dragged, place: DropPlace, clientX: number) => void>) {
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const dragged = draggedIn(source.data);
          const place = location.current.dropTargets[0]?.data['place'];
          if (dragged !== undefined && isPlace(place)) onDrop.current(dragged, place, location.current.input.clientX);
        },
      }),
    [onDrop],
  );
}

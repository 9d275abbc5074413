import { startTransition, useEffect, useState } from 'react';
import type { RefObject } from 'react';
import type { PlanRow } from '../plan.ts';

/** The same as in the styles. */
export const bandHeight = 28;

/** A row and where it is. */
export type PlacedRow = { row: PlanRow; top: number; bottom: number };

/** Puts the rows below each other. Those without tasks have only their name. */
export function placed(rows: readonly PlanRow[], laneHeight: number): { placedRows: PlacedRow[]; height: number } {
  let height = 0;
  const placedRows = rows.map((row) => {
    const top = height;
    height += bandHeight + row.lanes.length * laneHeight;
    return { row, top, bottom: height };
  });
  return { placedRows, height };
}

/** The part of the plan that is rendered. */
export type Area = { left: number; right: number; top: number; bottom: number };

const step = 480;
/** So much is rendered before it is in sight. */
const ahead = 960;

const areaOf = ({ scrollLeft, scrollTop, clientWidth, clientHeight }: Element): Area => {
  const before = (at: number) => Math.floor((at - ahead) / step) * step;
  const after = (at: number) => Math.ceil((at + ahead) / step) * step;
  return {
    left: before(scrollLeft),
    right: after(scrollLeft + clientWidth),
    top: before(scrollTop),
    bottom: after(scrollTop + clientHeight),
  };
};

const isSame = (one: Area, other: Area): boolean =>
  one.left === other.left && one.right === other.right && one.top === other.top && one.bottom === other.bottom;

/** What is in sight and around it, in steps. It changes in a transition, whose rendering does not hold up a frame. */
export function useShownArea(scroller: RefObject<HTMLElement | null>): Area {
  const [area, setArea] = useState<Area>({ left: -ahead, right: 2 * ahead, top: -ahead, bottom: 2 * ahead });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const note = () => {
      const now = areaOf(element);
      startTransition(() => setArea((before) => (isSame(before, now) ? before : now)));
    };
    const observer = new ResizeObserver(note);
    observer.observe(element);
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', note);
    };
  }, [scroller]);
  return area;
}

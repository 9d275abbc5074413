/** The kinds of tasks, places and skills of the demo. */
import type { Insertable } from 'kysely';
import type { Tables } from '../../src/server/db/tables.ts';
import { sha256 } from '../../src/server/lib/secrets.ts';

type Rows<T extends keyof Tables> = Insertable<Tables[T]>[];

const idOf = (pid: string, what: string): string => sha256(`demo ${what} ${pid}`).slice(0, 26);

const places = {
  hall: 'Main hall 主會場',
  entrance: 'Entrance 大門',
  kitchen: 'Kitchen 廚房',
  rooms: 'Rooms R1 and R2',
};
const maps = 'https://www.openstreetmap.org/?mlat=25.1311&mlon=121.7406';

/** What each category of a task has: its place, the name of its kind, and how many people it needs at least. */
const byCategory: Record<string, { place: keyof typeof places; kind: string; share: number }> = {
  'build-up': { place: 'hall', kind: 'Build up and take down', share: 0.5 },
  'take-down': { place: 'hall', kind: 'Build up and take down', share: 0.5 },
  floor: { place: 'entrance', kind: 'Guests', share: 0.5 },
  catering: { place: 'kitchen', kind: 'Food', share: 0.7 },
  streaming: { place: 'rooms', kind: 'Cameras', share: 1 },
};

export const signUpOf = (pid: string, category: string, capacity: number) => {
  const found = byCategory[category];
  if (found === undefined) return {};
  const { place, kind, share } = found;
  return { place_id: idOf(pid, place), kind_id: idOf(pid, kind), min_people: Math.floor(capacity * share) };
};

export const cameraSkill = (pid: string): string => idOf(pid, 'camera');

export function catalogueRows(pid: string): {
  places: Rows<'places'>;
  skills: Rows<'skills'>;
  task_kinds: Rows<'task_kinds'>;
  task_kind_skills: Rows<'task_kind_skills'>;
} {
  const kind = (name: string, rules: Partial<Rows<'task_kinds'>[number]> = {}) => ({
    id: idOf(pid, name),
    pid,
    name,
    // Rows of one statement have the same columns.
    briefing: '',
    rest_minutes: 0,
    max_consecutive_minutes: null,
    leave_until_hours: 0,
    ...rules,
  });
  return {
    places: Object.entries(places).map(([key, name]) => ({ id: idOf(pid, key), pid, name, map_url: maps })),
    skills: [
      { id: cameraSkill(pid), pid, name: 'Camera 攝影', description: 'Works with our cameras.', granted: 1 },
      {
        id: idOf(pid, 'first aid'),
        pid,
        name: 'First aid 急救',
        description: 'A course in the last two years.',
        granted: 0,
      },
    ],
    task_kinds: [
      kind('Build up and take down', { rest_minutes: 30, max_consecutive_minutes: 360 }),
      kind('Guests', {
        briefing: 'Smile. If you do not know an answer, ask **your chief** or take the guest to someone who does.',
      }),
      kind('Food', { briefing: 'Wash your hands and wear gloves.', leave_until_hours: 12 }),
      kind('Cameras', { leave_until_hours: 24 }),
    ],
    task_kind_skills: [{ kind_id: idOf(pid, 'Cameras'), skill_id: cameraSkill(pid) }],
  };
}

/** Made-up answers of engelsystem's API (`api/v0-beta`), saved as the script in docs/moving.md saves them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type EngelsystemSize = { people: number; types: number; shifts: number };
export const realisticEngelsystem: EngelsystemSize = { people: 3300, types: 14, shifts: 900 };

const microseconds = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z');

/** `year` shifts everything, so that one installation per year can be made. Identifiers begin anew in each. */
export function writeEngelsystem(folder: string, { people, types, shifts }: EngelsystemSize, year = 2025): void {
  const start = Date.UTC(year, 11, 27, 9);
  const write = (name: string, data: unknown): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify({ data }));
  };
  const user = (id: number) => ({ id, name: `angel${id}` });
  const typeOf = (id: number) => ({ id, name: id === 1 ? 'Bar' : `Angel type ${id}` });
  write('info.json', {
    api: '0.2.0-beta',
    spec: 'https://angels.example/api/v0-beta/openapi',
    name: `Congress ${year}`,
    app_name: 'Engelsystem',
    url: 'https://angels.example',
    timezone: 'Europe/Berlin',
    buildup: { start: microseconds(start - 3 * 86_400_000) },
    event: { start: microseconds(start), end: microseconds(start + 3 * 86_400_000) },
    teardown: { end: microseconds(start + 5 * 86_400_000) },
  });
  const location = (id: number) => ({ id, name: `Hall ${id}` });
  write(
    'locations.json',
    [1, 2, 3].map((id) => ({
      ...location(id),
      description: '',
      map_url: `https://nav.example/${id}`,
      contact: { dect: null },
      url: `https://angels.example/locations/${id}`,
    })),
  );
  const shiftType = (id: number) => ({ id, name: ['Cleaning', 'Build-up', 'Desk'][id - 1] ?? '' });
  write(
    'shifttypes.json',
    [1, 2, 3].map((id) => ({ ...shiftType(id), description: 'Wear gloves' })),
  );
  const typeIds = Array.from({ length: types }, (_, index) => index + 1);
  write(
    'angeltypes.json',
    typeIds.map((id) => ({
      ...typeOf(id),
      description: 'What they do',
      restricted: id === 2,
      contact: { name: null, email: id === 1 ? 'bar@example.org' : null, dect: '4242' },
      url: `https://angels.example/angeltypes/${id}`,
    })),
  );
  const ids = Array.from({ length: people }, (_, index) => index + 1);
  write('users.json', ids.map(user));
  for (const id of ids.filter((one) => one % 3 === 0)) {
    write(`users/${id}/user.json`, {
      ...user(id),
      first_name: 'Ada',
      last_name: `Angel ${id}`,
      pronoun: null,
      contact: { dect: id % 2 === 0 ? '4711' : null, mobile: '+49 151 2345678' },
      url: `https://angels.example/users/${id}`,
    });
    const worked = {
      created_by: user(1),
      worked_at: microseconds(start),
      created_at: microseconds(start),
      updated_at: null,
    };
    write(
      `users/${id}/worklogs.json`,
      id % 9 === 0
        ? [
            { id: id * 10, description: 'Main stage build-up', hours: 4.25, ...worked },
            { id: id * 10 + 1, description: 'Correction', hours: -1, ...worked },
          ]
        : [],
    );
  }
  for (const type of typeIds)
    write(
      `angeltypes/${type}/users.json`,
      ids
        .filter((id) => id % types === type - 1)
        .map((id) => ({
          user: user(id),
          confirmed: type === 2 ? (id % 4 === 0 ? 17 : null) : true,
          supporter: id === type,
        })),
    );
  const all = Array.from({ length: shifts }, (_, index) => {
    const id = index + 1;
    const begins = start + (index % 70) * 3_600_000;
    const needed = [typeIds[index % types] ?? 1, typeIds[(index + 1) % types] ?? 1].map((type, which) => ({
      angel_type: typeOf(type),
      needs: 2,
      entries: [0, 1, 2].slice(which).map((place) => ({
        id: id * 10 + which * 3 + place,
        user: user(((index * 7 + place * 13 + which * 29) % people) + 1),
        freeloaded_by: place === 2 ? user(1) : null,
      })),
    }));
    return {
      id,
      name: index % 2 === 0 ? '' : `Talk ${id}`,
      description: 'Meet at the desk',
      starts_at: microseconds(begins),
      ends_at: microseconds(begins + 2 * 3_600_000),
      location: location((index % 3) + 1),
      shift_type: shiftType((index % 3) + 1),
      schedule_guid: null,
      created_at: microseconds(start),
      updated_at: null,
      url: `https://angels.example/shifts?shift_id=${id}`,
      needed_angel_types: needed,
    };
  });
  // A shift is in the list of each type that it needs.
  for (const type of typeIds)
    write(
      `angeltypes/${type}/shifts.json`,
      all.filter(({ needed_angel_types: needed }) => needed.some(({ angel_type }) => angel_type.id === type)),
    );
  const table = ids
    .filter((id) => id % 50 !== 0)
    .map((id) => `${id},angel${id}@example.org,${id % 2 === 0 ? 'de_DE' : 'en_US'}`);
  writeFileSync(join(folder, 'people.csv'), `id,email,language\n${table.join('\n')}\n`);
}

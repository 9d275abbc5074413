import type { Actor } from '../../auth/project-role.ts';
import type { Db } from '../../db/db.ts';
import type { Cell } from '../../http/csv.ts';
import { chunksOf } from '../../lib/chunks.ts';
import type { Keyring } from '../../lib/seal.ts';
import { discloseOf, recordDisclosureExport } from '../forms/disclosure/disclosure.service.ts';
import { nothingGiven } from '../private-data/private.policy.ts';
import { loadBoard } from './board.service.ts';

type Services = { db: Db; keys: Keyring };
type View = Actor & { form: string };

const kind = 'real_profile';
const shared = Object.keys(nothingGiven[kind]);
export const hotelListHeader: readonly string[] = [
  'room',
  'kind',
  'first_night',
  'last_night',
  'nights',
  'name',
  'consent',
  ...shared.map((field) => `${kind}.${field}`),
];

/** Checked before the first byte: a started CSV response cannot become an error. */
export const prepareHotelList = (services: Services, view: View): Promise<void> =>
  recordDisclosureExport(services, { ...view, kind });

const batchSize = 200;

/** One line for each person and room. What a hotel asks for is there only for people who agreed to share it through the form. */
export async function* hotelList(services: Services, view: View): AsyncGenerator<Cell[]> {
  const { scope } = view.projectRole;
  const { rooms, places, guests, others } = await loadBoard(services.db.read, scope);
  const names = new Map([...guests.values(), ...others].map(({ uid, name }) => [uid, name]));
  const consents = new Map<string, { state: string; values: Map<string, Cell> }>();
  for (const uids of chunksOf([...new Set(places.map(({ uid }) => uid))], batchSize))
    for (const person of await discloseOf(services, { ...view, kind }, uids)) {
      const values = new Map<string, Cell>(Object.entries(person[kind] ?? {}));
      consents.set(person.uid, { state: person.state, values });
    }
  const byRoom = Map.groupBy(places, ({ room_id: id }) => id);
  for (const room of rooms) {
    for (const [uid, own] of Map.groupBy(byRoom.get(room.id) ?? [], (place) => place.uid)) {
      const name = names.get(uid);
      if (name === undefined) continue;
      const { state = 'not_agreed', values = new Map<string, Cell>() } = consents.get(uid) ?? {};
      const nights = own.map(({ night }) => night);
      const cells = shared.map((field) => values.get(field) ?? null);
      yield [room.name, room.kind, nights[0] ?? '', nights.at(-1) ?? '', nights.length, name, state, ...cells];
    }
  }
}

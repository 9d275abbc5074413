import { expect, test } from 'vitest';
import type { DeskHandOut, DeskPerson, DeskThing } from '../../../client/client.ts';
import { answerTo, beforeOf, merged, modeOf, returnAnswer, thingsNamed, thingWith, withScan } from './day.ts';
import type { Answer, Day, Step } from './day.ts';
import type { Queued } from './queries.ts';
import { withLeft } from './variants.ts';

const now = new Date('2026-08-08T08:00:00Z');
const options = (...values: string[]) => values.map((value) => ({ value, label: value.toUpperCase() }));
const shirt: DeskHandOut = {
  id: 'shirt',
  name: 'Shirt',
  variants: {
    form_kind: 'shirt_size',
    questions: [
      { key: 'size', label: 'Size', options: options('s', 'm') },
      { key: 'cut', label: 'Cut', options: options('straight') },
    ],
  },
  left: [{ variant: ['m', 'straight'], count: 1 }],
};
const radio: DeskThing = {
  id: 'r17',
  hand_out: 'radio',
  label: 'Radio 17',
  barcode: '4006',
  condition: 'ok',
  lent_at: null,
  holder: null,
};
const person = (uid: string, handOuts: DeskPerson['hand_outs']): [string, DeskPerson] => [
  uid,
  { uid, name: uid, tasks: [], hand_outs: handOuts, on_site: false },
];

const day = (): Day => ({
  next: '',
  at: now.toISOString(),
  project: { name: 'Camp', timezone: 'UTC', key: '' },
  handOuts: [shirt, { id: 'voucher', name: 'Voucher' }, { id: 'radio', name: 'Radio', kind: 'loan' }],
  device: 'Door',
  tids: null,
  tasks: new Map(),
  people: new Map([
    person('ada', [
      { id: 'shirt', given_at: null, variant: ['m', 'straight'] },
      { id: 'voucher', given_at: null, due: 2 },
      { id: 'radio', given_at: null },
    ]),
    person('bob', [
      { id: 'shirt', given_at: null },
      { id: 'radio', given_at: null },
    ]),
  ]),
  things: new Map([['r17', radio]]),
});

const give = (from: Day, uid: string, handOut: string, more: object = {}): Answer =>
  answerTo(from, uid, { step: 'hand_out', handOut, ...more } satisfies Step, now);
const after = (from: Day, { scan }: Answer): Day => (scan === undefined ? from : withScan(from, scan));
const undone = (before: Day, { scan }: Answer): Queued => {
  if (scan === undefined) throw new Error('a scan');
  return { id: 'undo', at: now.toISOString(), step: 'undo', undoes: scan.id, before: beforeOf(before, scan) };
};

test('a shirt is handed out by the answer; without one, or without stock, another can be chosen', () => {
  const first = give(day(), 'ada', 'shirt');
  expect(first).toMatchObject({ result: 'accepted', variant: ['m', 'straight'], scan: { variant: ['m', 'straight'] } });
  expect(give(day(), 'bob', 'shirt')).toEqual({ result: 'choose', name: 'bob' });
  const later = after(day(), first);
  expect(give(later, 'ada', 'shirt').result).toBe('repeated');
  const gone = { variant: ['m', 'straight'] };
  expect(give(later, 'bob', 'shirt', gone)).toMatchObject({ result: 'none_left', ...gone, next: 'other_variant' });
  expect(give(later, 'bob', 'shirt', { variant: ['s', 'straight'] }).result).toBe('accepted');
  expect(give(later, 'bob', 'shirt', { variant: ['xs'] }).result).toBe('choose');
  expect(withLeft(later.handOuts[0])).toEqual([
    { variant: ['s', 'straight'], left: null },
    { variant: ['m', 'straight'], left: 0 },
  ]);
});

test('who has earned two gets two', () => {
  const first = give(day(), 'ada', 'voucher');
  const second = give(after(day(), first), 'ada', 'voucher');
  const third = give(after(after(day(), first), second), 'ada', 'voucher');
  expect([first.result, second.result, third.result]).toEqual(['accepted', 'accepted', 'repeated']);
});

test('undoing a scan brings back what was before, also the stock', () => {
  const start = day();
  const given = give(start, 'ada', 'shirt');
  const back = withScan(after(start, given), undone(start, given));
  expect(back.people.get('ada')).toEqual(start.people.get('ada'));
  expect(back.handOuts).toEqual(start.handOuts);
  expect(give(back, 'ada', 'shirt').result).toBe('accepted');
});

test('a thing is lent to one person, and comes back in a condition', () => {
  const start = day();
  const lent = give(start, 'ada', 'radio', { thing: radio });
  expect(lent).toMatchObject({ result: 'accepted', scan: { barcode: '4006', uid: 'ada' } });
  const out = after(start, lent);
  const held = out.things.get('r17') ?? radio;
  expect(held).toMatchObject({ holder: { uid: 'ada', name: 'ada' } });
  expect(give(out, 'ada', 'radio', { thing: held }).result).toBe('repeated');
  expect(give(out, 'bob', 'radio', { thing: held })).toMatchObject({ result: 'on_loan', next: 'give_back' });
  expect(give(start, 'eve', 'radio', { thing: radio })).toEqual({ result: 'not_here', name: '', next: 'reason' });
  const returned = returnAnswer(held, 'broken', now);
  expect(returned).toMatchObject({ result: 'accepted', name: 'ada', scan: { step: 'return', condition: 'broken' } });
  const home = after(out, returned);
  expect(home.things.get('r17')).toMatchObject({ condition: 'broken', lent_at: null, holder: null });
  const again = returnAnswer(home.things.get('r17') ?? radio, 'broken', now);
  // Another device may have lent it, so the server is asked.
  expect([again.result, again.scan?.barcode]).toEqual(['not_lent', '4006']);
  expect(withScan(home, undone(out, returned)).things.get('r17')).toEqual(held);
  expect(withScan(out, undone(start, lent)).things.get('r17')).toEqual(radio);
});

test('a lost thing that is lent has been found', () => {
  const lost = { ...radio, condition: 'lost' as const };
  const start = { ...day(), things: new Map([['r17', lost]]) };
  expect(after(start, give(start, 'ada', 'radio', { thing: lost })).things.get('r17')?.condition).toBe('ok');
});

test('things are found by barcode and label', () => {
  expect(thingWith(day(), '4006')?.id).toBe('r17');
  expect(thingWith(day(), 'radio 17')?.id).toBe('r17');
  // A barcode comes before the label of another thing.
  const other = { ...radio, id: 'a1', label: '4006', barcode: '17' };
  expect(thingWith({ ...day(), things: new Map([other, radio].map((one) => [one.id, one])) }, '4006')?.id).toBe('r17');
  expect(thingWith(day(), 'radio')).toBeUndefined();
  expect(thingsNamed(day(), '17 rad').map(({ id }) => id)).toEqual(['r17']);
  expect(['return', 'radio', 'none'].map((mode) => modeOf(day(), mode))).toEqual(['return', 'radio', 'arrive']);
  expect(modeOf({ ...day(), things: new Map() }, 'return')).toBe('arrive');
});

test('a part of the day changes single things and what is left', () => {
  const part = {
    at: now.toISOString(),
    next: 'n',
    whole: false,
    tasks: [],
    people: [],
    removed_tasks: [],
    removed_people: [],
  };
  const lent = { ...radio, lent_at: now.toISOString(), holder: { uid: 'bob', name: 'Bob' } };
  expect(merged(day(), { ...part, things: [lent] })?.things.get('r17')).toEqual(lent);
  expect(merged(day(), part)?.handOuts).toEqual(day().handOuts);
  expect(merged(day(), { ...part, hand_outs: [{ id: 'shirt', name: 'Shirt' }] })?.handOuts).toHaveLength(1);
});

test('people come and go at the gate, also those who came to a shift without passing it', () => {
  const pass = (from: Day, uid: string, step: 'on_site' | 'off_site') => answerTo(from, uid, { step }, now);
  const start = day();
  expect(pass(start, 'ada', 'off_site').result).toBe('repeated');
  const inside = after(start, pass(start, 'ada', 'on_site'));
  expect([pass(inside, 'ada', 'on_site').result, pass(inside, 'ada', 'off_site').result]).toEqual([
    'repeated',
    'accepted',
  ]);
  const [, bob] = person('bob', []);
  const tasks = [{ id: 'door', state: 'arrived' as const, arrived_at: now.toISOString(), left_at: null }];
  const working = { ...start, people: new Map([['bob', { ...bob, tasks }]]) };
  expect(pass(working, 'bob', 'off_site').result).toBe('accepted');
  // Others are let in by their code, but only by a device of all teams.
  expect(pass(start, 'eve', 'on_site').result).toBe('accepted');
  expect(pass({ ...start, tids: ['venue'] }, 'eve', 'on_site')).toMatchObject({ result: 'not_here' });
});

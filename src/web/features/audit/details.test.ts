import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import type { AuditRecord } from '../../../client/client.ts';
import { formatDateTimeAt, formatSpanAt, formatTimeAt } from '../../../locales/format/dates.ts';
import { detailOf } from './details.ts';
import { sentenceOf } from './sentences.ts';

const i18n = createInstance();
await i18n.init({
  lng: 'en',
  interpolation: { escapeValue: false },
  resources: {
    en: {
      translation: {
        admin: {
          audit: {
            service: 'The system',
            device: '{{name}} (device)',
            pair: '{{name}}: {{value}}',
            names: { state: 'visibility', decision: 'decision' },
            values: { approved: 'approved' },
            sentences: {
              attendance: {
                marked: '{{actor}} marked {{subject}}: {{state}}.',
                added: '{{actor}} assigned {{subject}} to {{task}}.',
              },
              handout: { given: '{{subject}} got something.' },
              listing: { chosen: '{{actor}} chose.' },
              work: { added: 'Work of {{subject}}.' },
              task: { changed: 'Changed: {{fields}}.' },
            },
            own: { chief: { added: '{{actor}} joined {{team}} as chief.' } },
            taskAt: '{{title}} ({{when}})',
            goneTask: 'a deleted task',
            exact: {
              handout_named: '{{subject}} got {{what}}.',
              listing_no: '{{actor}} chose not to appear.',
              listing_stays_off: '{{actor}} stayed off the list.',
              swap_added: '{{subject}} got {{task}} in a swap.',
              offer_removed: '{{subject}} gave {{task}} to {{actor}}.',
            },
          },
        },
        manage: { forms: { kinds: {}, audiences: {} } },
        disclosure: { kinds: {} },
      },
    },
  },
});

const view = { projects: new Map<string, string>(), inProject: true, timezone: 'Asia/Taipei' };

const entryOf = (kind: string, detail: AuditRecord['detail']): AuditRecord => ({
  id: '01jd0c8m3v5q2w7x9y1z4b6n8k',
  at: '2026-11-16T00:00:00.000Z',
  actor: 'a',
  actor_name: 'Ada',
  token: null,
  token_name: null,
  kind,
  subject: 's',
  subject_name: 'Sam',
  project: '2026',
  project_name: 'Camp',
  team_name: null,
  task_title: null,
  task_starts_at: null,
  task_ends_at: null,
  form_title: null,
  credential_name: null,
  detail,
});

const shown = (kind: string, detail: AuditRecord['detail']) =>
  detailOf({ t: i18n.t, i18n }, entryOf(kind, detail), view);

test.each(['payment.made', 'payment.undone'])('the amount of %s has its currency', (kind) => {
  expect(shown(kind, { amount: 4550, currency: 'EUR', batch: 'May' })).toBe('amount: €45.50 · batch: May');
});

test('a changed amount of the travel money table has its currency', () => {
  expect(shown('subsidy.set', { old: 100, new: 4550, currency: 'EUR' })).toBe('amount: €1 → €45.50');
});

test('a number without a currency stays a number', () => {
  expect(shown('form.removed', { amount: 4550, responses: 3 })).toBe('amount: 4550 · responses: 3');
});

test('what a desk did names the device, once', () => {
  const described = (kind: string, detail: AuditRecord['detail']) => {
    const entry = { ...entryOf(kind, detail), actor: null, actor_name: null };
    const translator = { t: i18n.t, i18n };
    return [sentenceOf(translator, entry, view.timezone), detailOf(translator, entry, view)];
  };
  const device = 'Main entrance';
  expect(described('attendance.marked', { state: 'arrived', device })).toEqual([
    'Main entrance (device) marked Sam: arrived.',
    '',
  ]);
  expect(described('handout.given', { device })).toEqual(['Sam got something.', 'device: Main entrance']);
  expect(described('attendance.marked', { state: 'arrived' })[0]).toBe('The system marked Sam: arrived.');
});

test('the sentence has the time of the task, as long as it exists', () => {
  const translator = { t: i18n.t, i18n };
  const entry = entryOf('attendance.added', { task: 't' });
  const [from, to] = ['2026-11-17T01:00:00.000Z', '2026-11-17T03:00:00.000Z'];
  const named = { ...entry, task_title: 'Desk', task_starts_at: from, task_ends_at: to };
  expect(sentenceOf(translator, named, view.timezone)).toBe(
    `Ada assigned Sam to Desk (${formatSpanAt(from, to, 'en', 'Asia/Taipei')}).`,
  );
  expect(sentenceOf(translator, entry, view.timezone)).toBe('Ada assigned Sam to a deleted task.');
});

test('nobody is removed by the person with whom they swapped, or to whom they gave their place', () => {
  const translator = { t: i18n.t, i18n };
  const described = (entry: AuditRecord) => [
    sentenceOf(translator, entry, view.timezone),
    detailOf(translator, entry, view),
  ];
  const given = entryOf('attendance.removed', { task: 't', exchange: 'offer' });
  expect(described(given)).toEqual(['Sam gave a deleted task to Ada.', '']);
  const own = { ...entryOf('attendance.added', { task: 't', exchange: 'swap' }), actor: 's', actor_name: 'Sam' };
  expect(described(own)).toEqual(['Sam got a deleted task in a swap.', '']);
});

test('the log says that an invited chief joined', () => {
  const entry = { ...entryOf('chief.added', { tid: 'venue' }), subject: 'a', subject_name: 'Ada', team_name: 'Venue' };
  expect(sentenceOf({ t: i18n.t, i18n }, entry, view.timezone)).toBe('Ada joined Venue as chief.');
});

test('the sentence names the hand-out and the choice if the entry has them', () => {
  const described = (kind: string, detail: AuditRecord['detail']) => {
    const translator = { t: i18n.t, i18n };
    return [sentenceOf(translator, entryOf(kind, detail), view.timezone), shown(kind, detail)];
  };
  expect(described('handout.given', { hand_out: '01jd0c8m3v5q2w7x9y1z4b6n8k', title: 'Badge' })).toEqual([
    'Sam got Badge.',
    '',
  ]);
  expect(described('handout.given', { hand_out: '01jd0c8m3v5q2w7x9y1z4b6n8k' })).toEqual(['Sam got something.', '']);
  expect(described('listing.chosen', { listed: 'no' })).toEqual(['Ada chose not to appear.', '']);
  expect(described('listing.chosen', { listed: 'no', kept: 'yes' })).toEqual(['Ada stayed off the list.', '']);
  expect(described('listing.chosen', {})).toEqual(['Ada chose.', '']);
});

test('times are in the time zone of the page, without versions and zero counts', () => {
  const detail = { arrived_at: '2026-11-17T07:58:05.330Z', left_at: null, revision: 1, released: 0 };
  expect(shown('attendance.marked', { state: 'arrived', ...detail })).toBe(
    `arrived_at: ${formatDateTimeAt(detail.arrived_at, 'en', 'Asia/Taipei')}`,
  );
});

test('a task that was moved has its old and new times', () => {
  const detail = {
    fields: 'ends_at',
    old_time: '2026-11-17T01:00:00.000Z/2026-11-17T03:00:00.000Z',
    new_time: '2026-11-17T01:00:00.000Z/2026-11-17T04:00:00.000Z',
    released: 0,
  };
  const span = (from: string, to: string) => formatSpanAt(from, to, 'en', 'Asia/Taipei');
  const at = (iso: string) => formatTimeAt(iso, 'en', 'Asia/Taipei');
  expect(shown('task.changed', detail)).toBe(
    `time: ${span('2026-11-17T01:00:00.000Z', '2026-11-17T03:00:00.000Z')} → ${at('2026-11-17T01:00:00.000Z')}–${at('2026-11-17T04:00:00.000Z')}`,
  );
});

test('the decision about work is not called visibility', () => {
  expect(shown('work.added', { state: 'approved' })).toBe('decision: approved');
});

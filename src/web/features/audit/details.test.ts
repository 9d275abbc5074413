import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import type { AuditRecord } from '../../../client/client.ts';
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
            names: {},
            values: {},
            sentences: {
              attendance_marked: '{{actor}} marked {{subject}}: {{state}}.',
              handout_given: '{{subject}} got something.',
            },
          },
        },
        manage: { forms: { kinds: {}, audiences: {} } },
        disclosure: { kinds: {} },
      },
    },
  },
});

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
  form_title: null,
  credential_name: null,
  detail,
});

const shown = (kind: string, detail: AuditRecord['detail']) =>
  detailOf({ t: i18n.t, i18n }, entryOf(kind, detail), new Map(), true);

test.each(['payment.made', 'payment.undone'])('the amount of %s has its currency', (kind) => {
  expect(shown(kind, { amount: 4550, currency: 'EUR', batch: 'May' })).toBe('amount: €45.50 · batch: May');
});

test('a changed amount of the travel money table has its currency', () => {
  expect(shown('subsidy.set', { old: 100, new: 4550, currency: 'EUR' })).toBe('old: €1 · new: €45.50');
});

test('a number without a currency stays a number', () => {
  expect(shown('form.removed', { amount: 4550, responses: 3 })).toBe('amount: 4550 · responses: 3');
});

test('what a desk did names the device, once', () => {
  const told = (kind: string, detail: AuditRecord['detail']) => {
    const entry = { ...entryOf(kind, detail), actor: null, actor_name: null };
    const translator = { t: i18n.t, i18n };
    return [sentenceOf(translator, entry), detailOf(translator, entry, new Map(), true)];
  };
  const device = 'Main entrance';
  expect(told('attendance.marked', { state: 'arrived', device })).toEqual([
    'Main entrance (device) marked Sam: arrived.',
    '',
  ]);
  expect(told('handout.given', { device })).toEqual(['Sam got something.', 'device: Main entrance']);
  expect(told('attendance.marked', { state: 'arrived' })[0]).toBe('The system marked Sam: arrived.');
});

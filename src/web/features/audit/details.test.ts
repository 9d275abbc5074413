import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import type { AuditRecord } from '../../../client/client.ts';
import { detailOf } from './details.ts';

const i18n = createInstance();
await i18n.init({
  lng: 'en',
  interpolation: { escapeValue: false },
  resources: {
    en: {
      translation: {
        admin: { audit: { pair: '{{name}}: {{value}}', names: {}, values: {}, sentences: {} } },
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

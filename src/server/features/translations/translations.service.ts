import type { FastifyInstance } from 'fastify';
import { writtenLanguage } from '../../../locales/server-texts.ts';
import { cutCodes, dietaryCodes } from '../../../shared/usual-choices.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import { writesFor } from '../../auth/project-role.ts';
import type { Actor, ProjectRole, ProjectScope, Roles } from '../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { lockProject } from '../../db/lock-project.ts';
import { fail, failField } from '../../errors.ts';
import { languageOf } from '../../http/language.ts';
import { hasWebAddress } from '../../lib/mail/web-address.ts';
import { sha256 } from '../../lib/secrets.ts';
import { record } from '../audit/audit.service.ts';
import { inLanguage, textsFrom, valuesOfKey, withOriginals } from './in-language.policy.ts';
import type { Place } from './in-language.policy.ts';
import * as queries from './translations.queries.ts';
import {
  findTexts,
  insertTranslations,
  listTranslations,
  replaceTranslations,
  selectOriginals,
} from './translations.queries.ts';
import type { TranslationRow } from './translations.queries.ts';
import { textKinds } from './translations.schema.ts';
import type { TextKind, TextsByLanguage, TranslationOverview, Translations } from './translations.schema.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The answer has texts of organisers: readers get them in the language of their `Accept-Language`. `names`: names and
     * titles; `announcements`: also those of announcements; a kind: all texts of it as well, with the originals.
     */
    translates?: TextKind | 'names' | 'announcements';
  }
}

const longText = 30_000;
type Field = Translations['fields'][number];
type Original = { kind: TextKind; id: string; tid: string | null; fields: Field[] };

const line = (field: string, text: string, max_length: number): Field => ({ field, text, max_length, lines: false });
const lines = (field: string, text: string): Field => ({ field, text, max_length: longText, lines: true });

/** The text of the page that thanks the people of the event. */
const thanksField = 'thanks';

type StoredField = { key: string; label: string; help?: string; options?: { value: string; label: string }[] | null };

/**
 * The questions of forms that have questions of their own. Those of other forms are translated with the web app, apart from the
 * sizes, cuts and diets that owners have named.
 */
function questionsIn(kind: string, stored: string): Field[] {
  const isOwn = kind === 'custom' || kind === 'application';
  // Only forms write the column.
  return (JSON.parse(stored) as StoredField[]).flatMap(({ key, label, help = '', options }) => {
    const named = isOwn || withOwnChoices.has(key) ? (options ?? []) : [];
    return [
      ...(isOwn ? [line(`fields.${key}.label`, label, 200), lines(`fields.${key}.help`, help)] : []),
      ...named
        .filter(({ value, label: text }) => isOwn || !(usualChoices.has(value) || text === value))
        .map(({ value, label: text }) => line(`fields.${key}.options.${value}`, text, 200)),
    ];
  });
}

const withOwnChoices: ReadonlySet<string> = new Set(['size', 'cut', 'dietary']);
const usualChoices: ReadonlySet<string> = new Set([...cutCodes, ...dietaryCodes]);

const originalsOf: { [K in TextKind]: (read: Reader, pid: string, id?: string) => Promise<Original[]> } = {
  project: async (read, pid, id) =>
    id !== undefined && id !== pid
      ? []
      : (await selectOriginals.project(read, pid)).map(({ name, description, thanks }) => ({
          kind: 'project',
          id: pid,
          tid: null,
          fields: [line('name', name, 100), lines('description', description), lines(thanksField, thanks ?? '')],
        })),
  team: async (read, pid, id) =>
    (await selectOriginals.team(read, pid, id)).map(({ tid, name, ...row }) => ({
      kind: 'team',
      id: tid,
      tid,
      fields: [
        line('name', name, 100),
        lines('public_description', row.public_description),
        lines('description', row.description),
      ],
    })),
  form: async (read, pid, id) =>
    (await selectOriginals.form(read, pid, id)).map(({ form, kind, title, description, fields }) => ({
      kind: 'form',
      id: form,
      tid: null,
      fields: [line('title', title, 200), lines('description', description), ...questionsIn(kind, fields)],
    })),
  task_kind: async (read, pid, kind) =>
    (await selectOriginals.task_kind(read, pid, kind)).map(({ id, name, briefing }) => ({
      kind: 'task_kind',
      id,
      tid: null,
      fields: [line('name', name, 100), lines('briefing', briefing)],
    })),
  document: async (read, pid, document) =>
    (await selectOriginals.document(read, pid, document)).map(({ id, title, body }) => ({
      kind: 'document',
      id,
      tid: null,
      fields: [line('title', title, 200), lines('body', body)],
    })),
  announcement: async (read, pid, announcement) =>
    (await selectOriginals.announcement(read, pid, announcement)).map(({ id, tid, title, body }) => ({
      kind: 'announcement',
      id,
      tid,
      fields: [line('title', title, 200), lines('body', body)],
    })),
};

const translatable = ({ fields, ...original }: Original): Original => ({
  ...original,
  fields: fields.filter(({ text }) => text.trim() !== ''),
});

async function listOriginals(read: Reader, pid: string): Promise<Original[]> {
  const found = await Promise.all(textKinds.map((kind) => originalsOf[kind](read, pid)));
  return found.flat().map(translatable);
}

/** Whoever writes the original writes the translation, too. */
const mayTranslate = (roles: Roles, { kind, tid }: Pick<Original, 'kind' | 'tid'>): boolean =>
  kind === 'announcement' ? writesFor(roles, tid) : roles.owner || (tid !== null && roles.teams.get(tid) === 'chief');

const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`;
const nameOf = ({ fields, id }: Original): string => fields[0]?.text ?? id;

/** What of the project is translated to which language, and what is missing. */
export async function readOverview(read: Reader, { scope }: ProjectRole): Promise<TranslationOverview> {
  const [originals, rows] = [await listOriginals(read, scope.pid), await listTranslations(read, scope.pid)];
  const languages = [...new Set(rows.map(({ language }) => language))].toSorted();
  const byItem = Map.groupBy(rows, (row) => keyOf(row));
  const data = originals.map((original) => {
    const found = byItem.get(keyOf(original)) ?? [];
    return {
      kind: original.kind,
      id: original.id,
      name: nameOf(original),
      texts: original.fields.length,
      languages: languages.map((language) => ({ language, ...progressOf(original, found, language) })),
    };
  });
  return { languages, data };
}

function progressOf({ fields }: Original, rows: readonly TranslationRow[], language: string) {
  const sources = new Map(rows.filter((row) => row.language === language).map(({ field, source }) => [field, source]));
  return {
    missing: fields.filter(({ field }) => !sources.has(field)).length,
    outdated: fields.filter(({ field, text }) => (sources.get(field) ?? text) !== text).length,
  };
}

type About = { kind: TextKind; id: string };

async function requireOriginal(read: Reader, pid: string, roles: Roles, { kind, id }: About): Promise<Original> {
  const [original] = await originalsOf[kind](read, pid, id);
  if (original === undefined || !mayTranslate(roles, original))
    return fail('not_found', { detail: 'There is nothing here that you can translate' });
  return translatable(original);
}

export async function readTranslations(read: Reader, { scope }: ProjectRole, roles: Roles, about: About) {
  const original = await requireOriginal(read, scope.pid, roles, about);
  return present(original, await listTranslations(read, scope.pid, about));
}

function present(original: Original, rows: readonly TranslationRow[]): { revision: number; body: Translations } {
  const sources = new Map(original.fields.map(({ field, text }) => [field, text]));
  const shown = rows.filter(({ field }) => sources.has(field)).toSorted((a, b) => (keyIn(a) < keyIn(b) ? -1 : 1));
  const translations: Record<string, Record<string, string>> = {};
  for (const { language, field, text } of shown) (translations[language] ??= {})[field] = text;
  const outdated = shown
    .filter(({ field, source }) => sources.get(field) !== source)
    .map(({ language, field }) => ({ language, field }));
  const { kind, id, fields } = original;
  // A number that is the same for the same texts: they have no row of their own that could count its changes.
  const revision = Number.parseInt(sha256(JSON.stringify([fields, shown])).slice(0, 12), 16);
  return { revision, body: { kind, id, name: nameOf(original), fields, translations, outdated } };
}

const keyIn = ({ language, field }: TranslationRow): string => `${language} ${field}`;

type Change = Actor & About & { expected: number | undefined };

/** What a feature does when its texts read differently from now on. */
export type TranslationStep = (
  trx: Trx,
  cause: { actor: string; now: Date },
  scope: ProjectScope,
  changed: About & { fields: ReadonlySet<string> },
) => Promise<void>;

/** Replaces the texts of the languages that are named. What a reader sees is the translation of the text as it is now. */
export async function setTranslations(
  { db, translationSteps }: { db: Db; translationSteps: readonly TranslationStep[] },
  change: Change,
  texts: TextsByLanguage,
) {
  const { projectRole, caller, uid, now, expected, kind, id } = change;
  const { scope } = projectRole;
  return db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    await lockProject(trx, scope.pid);
    const original = await requireOriginal(trx, scope.pid, roles, { kind, id });
    const before = present(original, await listTranslations(trx, scope.pid, { kind, id }));
    if (expected !== undefined && expected !== before.revision) fail('stale');
    const rows = rowsOf(scope.pid, original, texts);
    await replaceTranslations(trx, scope, { kind, id, languages: Object.keys(texts) }, rows);
    const after = present(original, await listTranslations(trx, scope.pid, { kind, id }));
    if (after.revision !== before.revision)
      await record(trx, now, {
        actor: uid,
        kind: 'translations.changed',
        subject: id,
        pid: scope.pid,
        detail: { title: nameOf(original) },
      });
    const changed = { kind, id, fields: changedIn(before.body.translations, after.body.translations) };
    // People are often thanked when everything else is over.
    if (projectRole.state === 'archived' && [...changed.fields].some((field) => field !== thanksField))
      fail('project_archived');
    for (const step of translationSteps) await step(trx, { actor: uid, now }, scope, changed);
    return after;
  });
}

type ByLanguage = Translations['translations'];

/** Which texts are others than before, in any language. */
function changedIn(before: ByLanguage, after: ByLanguage): Set<string> {
  const changed = new Set<string>();
  for (const language of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, fresh] = [before[language] ?? {}, after[language] ?? {}];
    for (const field of Object.keys({ ...old, ...fresh })) if (old[field] !== fresh[field]) changed.add(field);
  }
  return changed;
}

function rowsOf(pid: string, { kind, id, fields }: Original, texts: TextsByLanguage) {
  const known = new Map(fields.map((field) => [field.field, field]));
  return Object.entries(texts).flatMap(([language, byField]) =>
    Object.entries(byField ?? {}).flatMap(([name, text]) => {
      const pointer = `/translations/${language}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const field = known.get(name) ?? failField(pointer, 'is not a text that can be translated');
      checkText(pointer, field, text);
      return text.trim() === '' ? [] : [{ pid, kind, id, language, field: name, source: field.text, text }];
    }),
  );
}

function checkText(pointer: string, { field, max_length, lines: several }: Field, text: string): void {
  if (text.length > max_length) failField(pointer, `must have at most ${max_length} characters`);
  if (!several && /[\r\n]/.test(text)) failField(pointer, 'must be one line');
  if (field === 'name' && hasWebAddress(text)) failField(pointer, 'must not have a web address');
}

/** For what was created a moment ago and has no translations yet. */
export async function translateNew(trx: Trx, pid: string, { kind, id }: About, texts: TextsByLanguage): Promise<void> {
  const [original] = await originalsOf[kind](trx, pid, id);
  if (original !== undefined) await insertTranslations(trx, rowsOf(pid, translatable(original), texts));
}

/** When something with texts is deleted. */
export const deleteTranslations = (trx: Trx, pid: string, kind: TextKind, id: string): Promise<void> =>
  queries.deleteTranslations(trx, pid, kind, id);

/** Documents and kinds of tasks have other identifiers in the copy; they are recognised by their names. */
export async function copyTranslations(trx: Trx, { from, to }: { from: string; to: string }): Promise<never[]> {
  const rows = await listTranslations(trx, from);
  if (rows.length === 0) return [];
  const same = (original: Original) =>
    original.kind === 'document' || original.kind === 'task_kind' ? nameOf(original) : original.id;
  const before = new Map((await listOriginals(trx, from)).map((original) => [keyOf(original), same(original)]));
  const copies = await listOriginals(trx, to);
  const after = new Map(
    copies.map((original) => [
      keyOf({ kind: original.kind, id: original.kind === 'project' ? from : same(original) }),
      original.id,
    ]),
  );
  const copied = rows.flatMap((row) => {
    const id = after.get(keyOf({ kind: row.kind, id: before.get(keyOf(row)) ?? '' }));
    return id === undefined ? [] : [{ ...row, pid: to, id }];
  });
  await insertTranslations(trx, copied);
  return [];
}

/** Names and titles of these projects for a reader of this language. Also for mails. */
export async function translatorFor(read: Reader, pids: readonly string[], language: string) {
  const rows = pids.length === 0 ? [] : await findTexts(read, { pids, language, whole: undefined });
  const texts = textsFrom(rows);
  return <T>(value: T, place: Place): T => (texts.size === 0 ? value : inLanguage(value, texts, place));
}

/** Names and titles of a project in the language of a mail to somebody. */
export const inMailLanguage = async <T>(
  read: Reader,
  pid: string,
  language: string | null | undefined,
  value: T,
): Promise<T> => (await translatorFor(read, [pid], writtenLanguage(language)))(value, { pid });

/** Which fields of each kind organisers edit, and what identifies it in answers of the API. */
const editable: { readonly [K in TextKind]: { key: string; fields: readonly string[] } } = {
  project: { key: 'pid', fields: ['name', 'description', 'text'] },
  team: { key: 'tid', fields: ['name', 'description', 'public_description'] },
  form: { key: 'form', fields: ['title', 'description', 'fields'] },
  task_kind: { key: 'id', fields: ['name', 'briefing'] },
  document: { key: 'id', fields: ['title', 'body'] },
  announcement: { key: 'id', fields: ['title', 'body'] },
};

/**
 * Answers of routes that say `translates` are in the language of the request, as far as organisers have translated them.
 * The ETag is made from the answer, so it differs as well.
 */
export function addTranslations(app: FastifyInstance, { db }: { db: Db }): void {
  app.addHook('onRoute', (route) => {
    const what = route.config?.translates;
    if (what === undefined || route.method !== 'GET') return;
    route.preSerialization = async (request, reply, payload) => {
      reply.header('vary', 'accept-language');
      const language = languageOf(request.headers['accept-language']);
      if (language === undefined || reply.statusCode >= 300) return payload;
      const { pid } = request.params as { pid?: string };
      return inRequestLanguage(db.read, payload, { what, pid, language });
    };
  });
}

type Asked = { what: TextKind | 'names' | 'announcements'; pid: string | undefined; language: string };

async function inRequestLanguage(read: Reader, payload: unknown, { what, pid, language }: Asked): Promise<unknown> {
  const pids = pid === undefined ? [...valuesOfKey(payload, 'pid')] : [pid];
  const place = { pid: pid ?? '' };
  if (what === 'names' || what === 'announcements')
    return (await translatorFor(read, pids, language))(payload, { ...place, announced: what === 'announcements' });
  const { key } = editable[what];
  const whole = { kind: what, ids: [...valuesOfKey(payload, key)] };
  const texts = textsFrom(await findTexts(read, { pids, language, whole }), what);
  if (texts.size === 0) return payload;
  const isList = typeof payload === 'object' && payload !== null && 'data' in payload && Array.isArray(payload.data);
  return isList
    ? {
        ...payload,
        data: (payload.data as unknown[]).map((item) => withOriginals(item, texts, place, editable[what])),
      }
    : withOriginals(payload, texts, place, editable[what]);
}

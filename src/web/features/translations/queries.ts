import { queryOptions } from '@tanstack/react-query';
import type { Translations } from '../../../client/client.ts';
import { call, ifMatch, read } from '../../api.ts';
import { projectKeys, translationKeys } from '../../keys.ts';
import type { Editable } from '../../ui/editing/editing.ts';
import type { Language } from '../../ui/i18n.ts';

export type TextKind = Translations['kind'];

/** What is translated to which language. */
export const translationOverviewQuery = (pid: string) =>
  queryOptions({
    queryKey: translationKeys.overview(pid),
    queryFn: () => call('get_translation_progress', { path: { pid } }),
  });

/** The texts of something with their translations. */
export const translationsQuery = (pid: string, kind: TextKind, id: string) =>
  queryOptions({
    queryKey: translationKeys.one(pid, kind, id),
    queryFn: () => read('get_translations', { path: { pid, kind, id } }),
  });

type Texts = { language: Language; texts: Record<string, string> };

export const editTranslations = (pid: string, kind: TextKind, id: string): Editable<Translations, Texts> => ({
  load: () => read('get_translations', { path: { pid, kind, id } }),
  save: ({ language, texts }, etag) =>
    read('set_translations', {
      path: { pid, kind, id },
      body: { translations: { [language]: texts } },
      ...ifMatch(etag),
    }),
  // Names are everywhere in the project.
  affects: [projectKeys.all(pid)],
});

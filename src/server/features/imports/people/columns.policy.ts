/** The words by which the columns and some cells of a table of people are found, in all languages. */
import { languageName, languages } from '../../../../locales/catalogues.ts';
import { nameKey } from '../../../../locales/format/names.ts';
import { matchLanguage } from '../../../../locales/match-language.ts';
import type { ImportPeopleColumn } from '../../../../shared/import-people-columns.ts';
import { columnFinder } from '../../../../shared/pasted-table.ts';
import { peopleColumnOf } from '../../../../shared/pasted-people.ts';
import type { PastedPeople } from '../imports.schema.ts';

type Role = 'member' | 'chief';
type Language = NonNullable<PastedPeople['language']>;

const words = {
  team: 'team, teams, tid, group, gruppe, チーム, チーム名, グループ, 班, 團隊, 组, 組, 团队, 组别, 組別',
  role: 'role, roles, function, position, rolle, funktion, 役割, 役職, ロール, 角色, 身份, 身分, 职务, 職務, 職位',
  tags: 'tag, tags, labels, schlagwort, schlagworte, schlagwörter, stichwort, stichworte, タグ, 标签, 標籤',
  language: 'language, lang, locale, sprache, 言語, 语言, 語言, 語系',
} as const;
const others = columnFinder(['team', 'role', 'language', 'tags'] as const, (column) => words[column].split(', '));

export const columnOf = (heading: string): ImportPeopleColumn | null =>
  peopleColumnOf(heading) ?? others(heading) ?? null;

const roleWords: Record<Role, string> = {
  member:
    'member, members, volunteer, helper, mitglied, helfer, helferin, freiwillige, メンバー, ボランティア, 成員, 成员, 組員, 组员, 志工, 志愿者',
  chief:
    'chief, chiefs, lead, leader, team lead, team leader, head, coordinator, teamleitung, leitung, leiter, leiterin, ' +
    'リーダー, チームリーダー, 組長, 组长, 負責人, 负责人',
};
const roles = new Map(
  (['member', 'chief'] as const).flatMap((role) =>
    roleWords[role].split(', ').map((word): [string, Role] => [nameKey(word), role]),
  ),
);

/** Undefined if the cell names no role. */
export const roleIn = (cell: string): Role | undefined => roles.get(nameKey(cell));

const isLanguage = (code: string | undefined): code is Language => languages.some((one) => one === code);

/** What people write besides the names that languages give each other. */
const otherNames: readonly [name: string, code: string][] = [
  ['chinese', 'zh-TW'],
  ['chinesisch', 'zh-TW'],
  ['中文', 'zh-TW'],
  ['中国語', 'zh-TW'],
  ['繁體', 'zh-TW'],
  ['繁中', 'zh-TW'],
  ['正體中文', 'zh-TW'],
  ['台湾中国語', 'zh-TW'],
  ['简体', 'zh-CN'],
  ['简中', 'zh-CN'],
  ['簡體', 'zh-CN'],
  ['簡體中文', 'zh-CN'],
  ['traditional chinese', 'zh-TW'],
  ['simplified chinese', 'zh-CN'],
];
/** The scripts say which Chinese is meant, as in "Chinese (Traditional)". */
const namedAs: Readonly<Record<string, readonly string[]>> = {
  'zh-TW': ['zh-TW', 'zh-Hant'],
  'zh-CN': ['zh-CN', 'zh-Hans'],
};

const nameLanguages = () =>
  new Map(
    [
      ...languages.flatMap((code): [string, string][] => [
        [languageName(code), code],
        ...languages.flatMap((reader) => {
          const names = new Intl.DisplayNames(reader, { type: 'language' });
          return (namedAs[code] ?? [code]).map((tag): [string, string] => [names.of(tag) ?? code, code]);
        }),
      ]),
      ...otherNames,
    ].map(([name, code]) => [nameKey(name), code]),
  );
/** Made for the first import: the names take a while, and most processes never need them. */
let languageNames: ReadonlyMap<string, string> | undefined;

/** A name of a language in any language, or a tag such as `de`, `en_GB` or `zh-Hant`. Undefined: none of Muster. */
export function languageIn(cell: string): Language | undefined {
  languageNames ??= nameLanguages();
  const named = languageNames.get(nameKey(cell));
  if (isLanguage(named)) return named;
  const tag = cell.trim().replaceAll('_', '-');
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag)) return undefined;
  const matched = matchLanguage([tag], languages);
  return isLanguage(matched) ? matched : undefined;
}

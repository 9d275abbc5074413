/** The words by which the columns of a pasted table are found. */
import { languages } from '../../../../locales/catalogues.ts';
import { translateTo } from '../../../../locales/server-texts.ts';
import { importColumns } from '../../../../shared/import-columns.ts';
import type { ImportColumn } from '../../../../shared/import-columns.ts';
import { columnFinder } from '../../../../shared/pasted-table.ts';

export const requiredColumns: readonly ImportColumn[] = ['title', 'day', 'start', 'end', 'capacity'];

/** What people write besides the words of the templates. */
const otherWords: Readonly<Record<ImportColumn, readonly string[]>> = {
  title: ['name', 'task', 'shift', 'aufgabe', 'schicht', 'タスク', 'シフト', '任务', '任務', '班次'],
  team: ['tid', 'group', 'gruppe', '组', '組'],
  category: ['kategorie', 'カテゴリ', 'カテゴリー', '类别', '類別', '分类', '分類'],
  kind: [
    'type',
    'typ',
    'kind of task',
    'shift type',
    'aufgabenart',
    'schichtart',
    '种类',
    '種類',
    '任务类型',
    '任務類型',
    'シフトの種類',
  ],
  place: ['location', 'where', 'raum', '位置'],
  day: ['date', 'datum', '日期', '日付'],
  start: ['from', 'begin', 'starts', 'starts_at', 'von', 'start time', '开始时间', '開始時間', '開始時刻'],
  end: ['to', 'until', 'ends', 'ends_at', 'bis', 'end time', '结束时间', '結束時間', '終了時刻'],
  minimum: ['min', 'min_people', 'at least', 'mindestens', 'minimum people'],
  capacity: ['max', 'maximum', 'people', 'places', 'needed', 'plätze', 'personen', '人数', '人數'],
  description: ['notes', 'note', 'text', 'notiz', 'notizen', '备注', '備註', '備考'],
};

export const columnName = (column: ImportColumn, language: string | null): string =>
  translateTo(language)(`series.columns.${column}`);

const wordsOf = (column: ImportColumn): string[] => [
  column,
  ...languages.map((language) => columnName(column, language)),
  ...otherWords[column],
];

export const columnOf = columnFinder(importColumns, wordsOf);

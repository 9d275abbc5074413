import { sql } from 'kysely';
import type { MigrationContext } from '../columns.ts';
import { fillWords, sharedLength } from './0008_words.ts';

const key = 'person_words_pkey';
const person = 'person_words_person';

export async function lookups(context: MigrationContext): Promise<void> {
  await turnWords(context);
  // For a person's list of reads of their private data, among possibly many other entries about them. `kind || ''`
  // keeps PostgreSQL from choosing an index by kind, which would scan the reads of everybody.
  await sql`create index audit_private_reads on audit (subject, id) where kind || '' = 'private.read'`.execute(
    context.db,
  );
}

/**
 * Finds the words of a name in any order: one row per word, including the first, with the whole name rotated to it.
 * A search reads nothing but the key.
 */
async function turnWords({ db, column, engine }: MigrationContext): Promise<void> {
  const empty = db.schema
    .createTable('turned_words')
    .addColumn('word', column.text, (c) => c.notNull())
    .addColumn('uid', column.text, (c) => c.notNull())
    .addColumn('repeats', column.integer, (c) => c.notNull());
  if (engine === 'sqlite') {
    await empty
      .addPrimaryKeyConstraint(key, ['word', 'uid'])
      .addForeignKeyConstraint(person, ['uid'], 'people', ['uid'], (c) => c.onDelete('cascade'))
      .modifyEnd(sql`strict, without rowid`)
      .execute();
  } else {
    // The lock keeps names unchanged until the keys are added at the end; checking them for every row would be slow.
    await sql`lock table people in share mode`.execute(db);
    await empty.execute();
  }
  await fillWords(db, 'turned_words', wordsOfName);
  // Dropped last, so that processes of the previous version can search until then.
  await db.schema.dropTable('person_words').execute();
  await db.schema.alterTable('turned_words').renameTo('person_words').execute();
  if (engine === 'postgres') {
    await sql`
      alter table person_words
        add constraint ${sql.ref(key)} primary key (word, uid) include (repeats),
        add constraint ${sql.ref(person)} foreign key (uid) references people (uid) on delete cascade`.execute(db);
  }
  await db.schema.createIndex('person_words_by_person').on('person_words').column('uid').execute();
}

const unspacedScripts = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
const unspaced = String.raw`[[\p{L}\p{N}]&&${unspacedScripts}]`;
const spaced = String.raw`[[\p{L}\p{N}]--${unspacedScripts}]`;
const restOfSyllable = String.raw`[\u1160-\u11ff\ud7b0-\ud7ff]`;
const word = new RegExp(`${spaced}+|[${unspaced}--${restOfSyllable}]${restOfSyllable}*`, 'gv');

function wordsOfName(sortKey: string) {
  const words = (sortKey.match(word) ?? []).slice(0, 21);
  const turned = words.map((_, place) => {
    const from = words.slice(place).join(' ');
    return place === 0 ? from : `${from}\t ${words.slice(0, place).join(' ')}`;
  });
  return turned.map((text, place) => ({
    word: text,
    repeats: Math.max(0, ...turned.slice(0, place).map((earlier) => sharedLength(earlier, text))),
  }));
}

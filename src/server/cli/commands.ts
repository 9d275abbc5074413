import type { Db } from '../db/db.ts';
import { isMigrated, migrationsRun, unknownMigrations } from '../db/migrate.ts';
import { checkWords, repairWords } from '../db/words.ts';
import { rehashClosed } from '../features/administrators/administrators.service.ts';
import { setRule } from '../features/passkeys/rules.service.ts';
import { rotateKeys } from '../features/private-data/rotation.service.ts';
import { systemClock } from '../lib/clock.ts';
import { readPackage } from '../lib/package.ts';
import { keyring } from '../lib/seal.ts';
import { isEmail } from '../lib/text.ts';
import { adminCommand } from './admin.ts';
import { existingDb, migratedDb, parse } from './arguments.ts';
import type { Command } from './arguments.ts';
import { backupCommand, migrateCommand, moveCommand, restoreCommand, verifyCommand } from './data-commands.ts';
import { examineInstallation, sendTestMail } from './doctor.ts';
import { importCommand } from './import.ts';
import { importCoscupCommand, importEngelsystemCommand } from './move-in.ts';
import { retentionCommand } from './retention.ts';
import { CommandError, exitCodes, misuse } from './terminal.ts';
import type { Terminal } from './terminal.ts';

const doctor: Command = {
  usage: 'doctor [--repair] [--mail ADDRESS]',
  about: 'checks configuration, database, mail, clock and files, and says what to do',
  more: [
    '--repair  first rebuilds wrong entries of the search index; works while the service runs',
    '--mail    sends a test email to the address and prints what the mail server answered',
    'Prints one line per check, "ok" or "BAD" with advice. Exits with 1 when a check fails.',
  ],
  run: async ({ config, args, terminal }) => {
    const { repair, mend, mail } = parse(args, {
      repair: { type: 'boolean' },
      // The older name of the same option.
      mend: { type: 'boolean' },
      mail: { type: 'string' },
    }).values;
    if (mail !== undefined && !isEmail(mail)) misuse(`--mail needs an email address, not "${mail}"`);
    if ((repair ?? mend) !== undefined) await migratedDb(config, (db) => repairSearch(db, terminal));
    const findings = await examineInstallation(config);
    if (mail !== undefined) findings.push(await sendTestMail(config, mail));
    for (const { subject, ok, text } of findings) terminal.say(`${ok ? 'ok  ' : 'BAD '} ${subject}: ${text}`);
    return findings.every((finding) => finding.ok) ? exitCodes.done : exitCodes.failed;
  },
};

async function repairSearch(db: Db, terminal: Terminal): Promise<void> {
  const total = { people: 0, repaired: 0 };
  for await (const { people, wrong } of checkWords(db.read)) {
    await repairWords(db, wrong);
    total.people += people;
    total.repaired += wrong.length;
    terminal.progress('people checked', total.people);
  }
  terminal.say(`The words of ${total.repaired} of ${total.people} people were wrong and have been rebuilt.`);
}

const rotateKey: Command = {
  usage: 'rotate-key',
  about: 'encrypts all private data again with the first key of MUSTER_KEY, while the service runs',
  more: [
    'MUSTER_KEY must have the new key first, then a comma and the old key.',
    'An interrupted run continues where it stopped. Exits with 1 when some rows cannot be decrypted with any key.',
  ],
  run: async ({ config, args, terminal }) => {
    parse(args, {});
    const keys = keyring(config.secrets);
    const { resealed, unopened } = await migratedDb(config, async (db) => {
      await db.transaction((trx) => rehashClosed(trx, systemClock.now(), { config, keys }));
      return rotateKeys(db, keys, (table, totals) => terminal.progress(`${table}: encrypted again`, totals.resealed));
    });
    terminal.say(`${resealed} rows are encrypted with key ${keys.current.id} now.`);
    if (unopened > 0) {
      throw new CommandError(
        `${unopened} rows could not be decrypted and were not changed. Is an older key missing in MUSTER_KEY?`,
        exitCodes.failed,
      );
    }
    terminal.say(
      'Keep the older keys for another 24 hours: waiting mail and stored responses may still be encrypted with them.',
    );
    return exitCodes.done;
  },
};

const passkeysOptional: Command = {
  usage: 'passkeys-optional',
  about: 'lets administrators and owners act without a passkey again, when nobody with one is left',
  more: ['Takes effect at once, while the service runs, with an entry in the audit log.'],
  run: async ({ config, args, terminal }) => {
    parse(args, {});
    const changed = await migratedDb(config, (db) => setRule({ db, clock: systemClock }, 'command-line', false));
    terminal.say(changed ? 'Passkeys are no longer required.' : 'Passkeys were not required; nothing was changed.');
    return exitCodes.done;
  },
};

const version: Command = {
  usage: 'version',
  about: 'prints the version of Muster and of Node, and whether the database belongs to it',
  more: ['Exits with 1 if a newer version wrote the database, or if there is none to look at.'],
  run: async ({ config, args, terminal }) => {
    parse(args, {});
    terminal.say(`Muster ${readPackage().version}, Node ${process.version}`);
    return existingDb(config, async (db) => {
      const newer = unknownMigrations(await migrationsRun(db).catch(() => []));
      if (newer.length > 0) {
        terminal.say(
          `The database is newer than this version: it has ${newer.join(', ')}. Run the version that wrote it.`,
        );
        return exitCodes.failed;
      }
      const isCurrent = await isMigrated(db).catch(() => false);
      terminal.say(
        isCurrent
          ? 'The database is of this version.'
          : 'The database is older: the next start, or "muster migrate", makes a backup and migrates it.',
      );
      return exitCodes.done;
    });
  },
};

export const commands: Readonly<Record<string, Command>> = {
  migrate: migrateCommand,
  backup: backupCommand,
  verify: verifyCommand,
  restore: restoreCommand,
  move: moveCommand,
  import: importCommand,
  'import-engelsystem': importEngelsystemCommand,
  'import-coscup': importCoscupCommand,
  retention: retentionCommand,
  'rotate-key': rotateKey,
  admin: adminCommand,
  'passkeys-optional': passkeysOptional,
  doctor,
  version,
};

import { applyRetention } from '../features/retention/retention.service.ts';
import type { Found } from '../features/retention/retention.service.ts';
import { systemClock } from '../lib/clock.ts';
import { migratedDb, parse } from './arguments.ts';
import type { Command } from './arguments.ts';
import { exitCodes } from './terminal.ts';

export const retentionCommand: Command = {
  usage: 'retention [--dry-run]',
  about: 'erases private data and answers whose retention period is over, as the service does once a day',
  more: [
    '--dry-run   only shows what would be erased; nothing is changed',
    'The times are those of each private question, RETENTION_PRIVATE_MONTHS, RETENTION_ANSWERS_MONTHS and AUDIT_DAYS.',
    'Each erasure has an entry in the audit log. An interrupted run is completed by the next one.',
  ],
  run: async ({ config, args, terminal }) => {
    const dryRun = parse(args, { 'dry-run': { type: 'boolean' } }).values['dry-run'] !== undefined;
    const people = { people: 0, rows: 0 };
    const onFound = (found: Found) => {
      if (found.what !== 'private_data') return terminal.say(lineOf(found));
      people.people += found.people;
      people.rows += found.rows;
      terminal.progress('private data: people', people.people);
    };
    const totals = await migratedDb(config, (db) =>
      applyRetention({ db, config, clock: systemClock }, { dryRun, onFound }),
    );
    terminal.say(`private answers to forms: ${totals.private_answers}`);
    terminal.say(`whole answers to forms: ${totals.responses}`);
    terminal.say(`private data: ${people.rows} records of ${people.people} people`);
    terminal.say(`audit entries: ${totals.audit}`);
    terminal.say(endingOf(dryRun, totals.private_answers + totals.responses + totals.private_data + totals.audit));
    return exitCodes.done;
  },
};

function endingOf(dryRun: boolean, count: number): string {
  if (dryRun) return 'This is what would be erased; nothing was changed.';
  return count === 0 ? 'There was nothing to erase.' : 'Erased; see the audit log.';
}

const lineOf = ({ what, pid, form, fields, responses }: Exclude<Found, { what: 'private_data' }>): string =>
  what === 'responses'
    ? `form ${form} of ${pid}: ${responses} whole answers`
    : `form ${form} of ${pid}: ${fields.join(', ')} in ${responses} answers`;

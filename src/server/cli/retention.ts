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
    'Applications that led to nothing are kept for 12 months after the event, claims that were not paid for 12 months',
    'after their last change, bank accounts in payouts for 3 months after the payment.',
    'The other times are those of each private question, RETENTION_PRIVATE_MONTHS, RETENTION_ANSWERS_MONTHS,',
    'RETENTION_RECEIPTS_YEARS and AUDIT_DAYS.',
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
    terminal.say(`applications: ${totals.applications}`);
    terminal.say(`notes about people: ${totals.notes}`);
    terminal.say(`codes: ${totals.codes}`);
    terminal.say(`claims that were not paid: ${totals.claims}`);
    terminal.say(`claims whose receipts are erased: ${totals.receipts}`);
    terminal.say(`payouts whose bank accounts are erased: ${totals.accounts}`);
    terminal.say(`private data: ${people.rows} records of ${people.people} people`);
    terminal.say(`audit entries: ${totals.audit}`);
    terminal.say(
      endingOf(
        dryRun,
        Object.values(totals).reduce((sum, count) => sum + count, 0),
      ),
    );
    return exitCodes.done;
  },
};

function endingOf(dryRun: boolean, count: number): string {
  if (dryRun) return 'This is what would be erased; nothing was changed.';
  return count === 0 ? 'There was nothing to erase.' : 'Erased; see the audit log.';
}

function lineOf(found: Exclude<Found, { what: 'private_data' }>): string {
  if (found.what === 'applications') return `applications of ${found.pid}: ${found.applications}`;
  if (found.what === 'claims') return `claims that were not paid: ${found.claims}`;
  if (found.what === 'receipts') return `claims whose receipts are erased: ${found.claims}`;
  if (found.what === 'notes') return `notes about people of ${found.pid}: ${found.rows}`;
  if (found.what === 'codes') return `codes of ${found.pid}: ${found.codes}`;
  const { what, pid, form, fields, responses } = found;
  return what === 'responses'
    ? `form ${form} of ${pid}: ${responses} whole answers`
    : `form ${form} of ${pid}: ${fields.join(', ')} in ${responses} answers`;
}

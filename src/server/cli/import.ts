import { resolve } from 'node:path';
import { projectRoles } from '../auth/project-role.ts';
import { Problem } from '../errors.ts';
import { ImportRefused, importPeople } from '../features/teams/memberships/import.service.ts';
import type { Complaint } from '../features/teams/memberships/import.policy.ts';
import { systemClock } from '../lib/clock.ts';
import { migratedDb, parse } from './arguments.ts';
import type { Command } from './arguments.ts';
import { readImport } from './import-file.ts';
import { exitCodes, misuse, refuse } from './terminal.ts';

export const importCommand: Command = {
  usage: 'import FILE --project PID [--hidden] [--dry-run]',
  about: 'brings people, with their teams and roles, from a CSV or JSON file into a project',
  more: [
    'FILE          CSV (UTF-8; the first line names the columns) or, ending in .json, a list of objects',
    '              email            needed; one line for each person and team',
    '              name             of people who are new; nobody is renamed',
    '              team, role       identifier of a team, and "chief" or "member" (default) in it',
    '              team_name, team_headcount   of a team that is not there yet: it is created',
    '--project PID the project, which must be there',
    '--hidden      people who are new stay out of the public listing until they choose otherwise',
    '--dry-run     does everything and undoes it: says what would happen',
    'All or nothing: each bad line is named, and then nothing is changed. A second run changes nothing.',
    'Nobody is removed or demoted, no mail is sent: people sign in with their address.',
  ],
  run: async ({ config, args, terminal }) => {
    const options = {
      project: { type: 'string' },
      hidden: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
    } as const;
    const { values, positionals } = parse(args, options, 1);
    const pid = values['project'] ?? misuse('import needs --project');
    const dryRun = values['dry-run'] !== undefined;
    const { rows, complaints } = readImport(resolve(positionals[0] ?? ''));
    if (complaints.length > 0) refuseAll(complaints);
    const totals = await migratedDb(config, async (db) => {
      const projectRole = await projectRoles(db)(null, pid).catch((error: unknown) => {
        if (error instanceof Problem) return refuse(`there is no project ${pid}: create it first`);
        throw error;
      });
      return importPeople({ db, clock: systemClock }, projectRole, rows, {
        dryRun,
        listing: values['hidden'] === undefined ? 'public' : 'hidden',
        onPerson: (done, total) => terminal.progress('people', done, total),
      }).catch((error: unknown) => {
        if (error instanceof ImportRefused) return refuseAll(error.complaints);
        throw error;
      });
    });
    terminal.say(`people: ${totals.people} new, ${totals.known} known; teams: ${totals.teams} new`);
    const { memberships, chiefs, promoted } = totals;
    terminal.say(
      `places in teams: ${memberships} new, ${chiefs} of them as chief; members who became chief: ${promoted}`,
    );
    terminal.say(dryRun ? 'This is what would happen; nothing was changed.' : 'Imported.');
    return exitCodes.done;
  },
};

const mostTold = 100;

function refuseAll(complaints: readonly Complaint[]): never {
  const told = complaints.slice(0, mostTold).map(({ line, text }) => `  line ${line}: ${text}`);
  const more = complaints.length > mostTold ? [`  and ${complaints.length - mostTold} more`] : [];
  return refuse(['nothing was imported:', ...told, ...more].join('\n'));
}

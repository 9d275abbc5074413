import { resolve } from 'node:path';
import { scopeOfRow } from '../auth/project-role.ts';
import { projectExists } from '../features/projects/projects.service.ts';
import { ImportRejected, importPeople } from '../features/teams/memberships/import.service.ts';
import type { RowProblem } from '../features/teams/memberships/import.service.ts';
import { systemClock } from '../lib/clock.ts';
import { migratedDb, parse } from './arguments.ts';
import type { Command } from './arguments.ts';
import { readImport } from './import-file.ts';
import { exitCodes, misuse, refuse } from './terminal.ts';

export const importCommand: Command = {
  usage: 'import FILE --project PID [--hidden] [--dry-run]',
  about: 'imports people with their teams and roles from a CSV or JSON file into a project',
  more: [
    'FILE          CSV (UTF-8; the first line names the columns) or, ending in .json, a list of objects',
    '              email            required; one line for each person and team',
    '              name             of new people; nobody is renamed',
    '              team, role       identifier of a team, and "chief" or "member" (default) in it',
    '              team_name, team_headcount   of a team that does not exist yet: it is created',
    '--project PID the project, which must exist',
    '--hidden      new people stay out of the public listing until they choose otherwise',
    '--dry-run     shows what would happen and changes nothing',
    'All or nothing: if any line is invalid, all such lines are listed and nothing is changed. A second run changes nothing.',
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
    const { rows, problems } = readImport(resolve(positionals[0] ?? ''));
    if (problems.length > 0) rejectAll(problems);
    const totals = await migratedDb(config, async (db) => {
      if (!(await projectExists(db.read, pid))) refuse(`there is no project ${pid}: create it first`);
      return importPeople({ db, clock: systemClock }, scopeOfRow({ pid }), rows, {
        dryRun,
        listing: values['hidden'] === undefined ? 'public' : 'hidden',
        onPerson: (done, total) => terminal.progress('people', done, total),
      }).catch((error: unknown) => {
        if (error instanceof ImportRejected) return rejectAll(error.problems);
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

const maxShown = 100;

function rejectAll(problems: readonly RowProblem[]): never {
  const shown = problems.slice(0, maxShown).map(({ line, text }) => `  line ${line}: ${text}`);
  const more = problems.length > maxShown ? [`  and ${problems.length - maxShown} more`] : [];
  return refuse(['nothing was imported:', ...shown, ...more].join('\n'));
}

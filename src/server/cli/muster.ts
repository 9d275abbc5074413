import { ConfigError, readConfig } from '../config.ts';
import { NewerDatabaseError } from '../db/migrate.ts';
import type { Command } from './arguments.ts';
import { commands } from './commands.ts';
import { CommandError, exitCodes, terminal } from './terminal.ts';

const { done, failed, usage: misused, refused } = exitCodes;
const codes = `Exit codes: ${done} done, ${failed} failed, ${misused} misused, ${refused} refused and nothing changed.`;

const help = [
  'muster COMMAND, configured by the same environment variables as the service',
  '',
  ...Object.values(commands).map(({ usage, about }) => `  ${usage}\n      ${about}`),
  '',
  'muster COMMAND --help says more about one of them.',
  codes,
].join('\n');

const helpOf = ({ usage, about, more }: Command): string =>
  [`muster ${usage}`, '', `${about}.`, ...more.map((line) => `  ${line}`), '', codes].join('\n');

const asksForHelp = (word: string | undefined): boolean => word === '--help' || word === '-h' || word === 'help';

const [name = '', ...args] = process.argv.slice(2);
process.exitCode = await main();

async function main(): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const asked = name === '' || asksForHelp(name);
    const about = Object.hasOwn(commands, args[0] ?? '') ? commands[args[0] ?? ''] : undefined;
    if (asked) console.log(about === undefined ? help : helpOf(about));
    else console.error(`muster: there is no command "${name}"\n\n${help}`);
    return asked ? done : misused;
  }
  if (args.some((word) => word !== 'help' && asksForHelp(word))) {
    console.log(helpOf(command));
    return done;
  }
  const output = terminal(process.stdout);
  try {
    return await command.run({ config: readConfig(process.env), args, terminal: output });
  } catch (error) {
    output.endProgress();
    console.error(`muster ${name}: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof CommandError) return error.exitCode;
    return error instanceof NewerDatabaseError || error instanceof ConfigError ? refused : failed;
  }
}

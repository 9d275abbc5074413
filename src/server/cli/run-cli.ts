import { ConfigError, readConfig } from '../config.ts';
import { NewerDatabaseError } from '../db/migrate.ts';
import type { Command } from './arguments.ts';
import { commands } from './commands.ts';
import { CommandError, exitCodes, terminal } from './terminal.ts';
import type { Output } from './terminal.ts';

const { done, failed, usage: misused, refused } = exitCodes;
const codes = `Exit codes: ${done} done, ${failed} failed, ${misused} wrong arguments, ${refused} rejected and nothing changed.`;

const help = [
  'muster COMMAND, configured by the same environment variables as the service',
  '',
  ...Object.values(commands).map(({ usage, about }) => `  ${usage}\n      ${about}`),
  '',
  'Run muster COMMAND --help for details.',
  codes,
].join('\n');

const helpOf = ({ usage, about, more }: Command): string =>
  [`muster ${usage}`, '', `${about}.`, ...more.map((line) => `  ${line}`), '', codes].join('\n');

const asksForHelp = (word: string | undefined): boolean => word === '--help' || word === '-h' || word === 'help';

const findCommand = (name = ''): Command | undefined => (Object.hasOwn(commands, name) ? commands[name] : undefined);

/** What a command reads and writes; `process` is one. */
export type CliContext = { env: NodeJS.ProcessEnv; stdout: Output; stderr: Output };

/** Runs one command to its end, and returns the exit code. */
export async function runCli([name = '', ...args]: readonly string[], context: CliContext): Promise<number> {
  const command = findCommand(name);
  if (command === undefined) return explain(name, args, context);
  const { env, stdout, stderr } = context;
  if (args.some((word) => word !== 'help' && asksForHelp(word))) {
    stdout.write(`${helpOf(command)}\n`);
    return done;
  }
  const output = terminal(stdout);
  try {
    const config = readConfig(env, command.creates === true ? 'create' : 'inspect');
    return await command.run({ config, args, terminal: output });
  } catch (error) {
    output.endProgress();
    stderr.write(`muster ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    if (error instanceof CommandError) return error.exitCode;
    return error instanceof NewerDatabaseError || error instanceof ConfigError ? refused : failed;
  }
}

function explain(name: string, args: readonly string[], { stdout, stderr }: CliContext): number {
  if (name !== '' && !asksForHelp(name)) {
    stderr.write(`muster: there is no command "${name}"\n\n${help}\n`);
    return misused;
  }
  const about = findCommand(args[0]);
  stdout.write(`${about === undefined ? help : helpOf(about)}\n`);
  return done;
}

#!/usr/bin/env node
import { ConfigError, readConfig } from '../config.ts';
import { NewerDatabaseError } from '../db/migrate.ts';
import { commands } from './commands.ts';
import { CommandError, exitCodes, terminal } from './terminal.ts';

const help = [
  'muster COMMAND, configured by the same environment variables as the service',
  '',
  ...Object.values(commands).map(({ usage, about }) => `  ${usage}\n      ${about}`),
  '',
  `Exit codes: ${exitCodes.done} done, ${exitCodes.failed} failed, ${exitCodes.usage} misused, ${exitCodes.refused} refused and nothing changed.`,
].join('\n');

const [name = '', ...args] = process.argv.slice(2);
process.exitCode = await main();

async function main(): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const asked = name === '' || name === 'help' || name === '--help';
    (asked ? console.log : console.error)(asked ? help : `muster: there is no command "${name}"\n\n${help}`);
    return asked ? exitCodes.done : exitCodes.usage;
  }
  const output = terminal(process.stdout);
  try {
    return await command.run({ config: readConfig(process.env), args, terminal: output });
  } catch (error) {
    output.endProgress();
    console.error(`muster ${name}: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof CommandError) return error.exitCode;
    return error instanceof NewerDatabaseError || error instanceof ConfigError ? exitCodes.refused : exitCodes.failed;
  }
}

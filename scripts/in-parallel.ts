/** Runs commands at the same time. Prints the output of each when it has ended; fails when any of them has failed. */
import { spawn } from 'node:child_process';

const commands = process.argv.slice(2);
const codes = await Promise.all(commands.map(run));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

function run(command: string): Promise<number | null> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const failure = code === 0 ? '' : `${command} failed.\n`;
      process.stdout.write(`${output.trimStart()}${failure}`);
      resolve(code);
    });
  });
}

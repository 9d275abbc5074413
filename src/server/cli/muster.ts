import { runCli } from './run-cli.ts';

// `muster doctor | head -1` closes the pipe early, which is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
process.exitCode = await runCli(process.argv.slice(2), process);

import { styleText } from 'node:util';
import { readConfig } from './config.ts';

/** Runs the service with the settings of the environment. `built`: when the web app is there. */
export async function run(built?: Promise<void>): Promise<void> {
  const failure = await tryRun(built);
  if (failure === undefined) return;
  console.error(styleText('red', `Muster cannot start: ${failure}`, { stream: process.stderr }));
  process.exit(1);
}

async function tryRun(built: Promise<void> | undefined): Promise<string | undefined> {
  try {
    // Before the rest is loaded, so that a mistake in the settings is reported at once.
    const config = readConfig(process.env);
    const { start } = await import('./start.ts');
    return await start(config, built);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

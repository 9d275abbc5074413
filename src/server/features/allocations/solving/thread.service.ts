/** The program of the worker thread that makes one draft. */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { outcomeOf } from './explain.policy.ts';
import type { Problem } from './problem.policy.ts';
import { solve } from './solve.service.ts';

/** Set by `runInThread` (`runner.service.ts`). */
const { problem, seconds } = workerData as { problem: Problem; seconds: number };

// On Linux this is the priority of the thread alone: requests come first. With the lowest one, a draft on a computer that is
// busy with other things would get almost no processor time.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.postMessage(JSON.stringify(outcomeOf(await solve(problem, seconds))));

/** The program of the worker thread that makes a draft of rooms. */
import { parentPort, workerData } from 'node:worker_threads';
import { brokenRules, solveRooms } from './solve.policy.ts';
import type { RoomProblem } from './solve.policy.ts';

const problem = workerData as RoomProblem;
/** Owners wait for it. */
const maxMs = 15_000;
const draft = solveRooms(problem, () => performance.now() > maxMs);
const [broken] = brokenRules(problem, draft);
if (broken !== undefined) throw new Error(`the draft breaks a rule: ${broken}`);
parentPort?.postMessage(JSON.stringify(draft));

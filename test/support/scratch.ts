import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';
const enoughBytes = 2 * 1024 ** 3;

/** In memory a commit does not wait for a disk. Containers often have only 64 MB of it, so it is used only when there is room. */
function hasRoomInMemory(): boolean {
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize > enoughBytes;
  } catch {
    return false;
  }
}

const parent = hasRoomInMemory() ? memoryFolder : tmpdir();

/** A new, empty folder for test data. The caller removes it. */
export const scratchFolder = (purpose: string): string => mkdtempSync(join(parent, `muster-${purpose}-`));

/** Compiled code is shared by the many server processes of a test run, and by later runs. */
export const compileCache = join(tmpdir(), 'muster-compile-cache');

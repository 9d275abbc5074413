import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  folder: string;
  /** Fills the disk. */
  fill: () => void;
  /** Frees the space again. */
  empty: () => void;
  [Symbol.asyncDispose]: () => Promise<void>;
};

export const mayMount = process.getuid?.() === 0 && process.platform === 'linux';

/** A separate in-memory file system of this size. Only root can create one. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', folder]);
  chmodSync(folder, 0o777);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => {
      try {
        for (let size = 1; ; size += 1) writeFileSync(ballast, Buffer.alloc(4096), { flag: 'a' });
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    },
    empty: () => rmSync(ballast),
    [Symbol.asyncDispose]: async () => {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Short, so that a process that has used up its share continues soon. */
const periodUs = 5000;

const members = 'cgroup.procs';

/** Where Linux lets root limit the processor time of processes: control groups v1 or v2. */
const kinds = [
  {
    root: '/sys/fs/cgroup/cpu',
    bounds: (us: number) => ({ 'cpu.cfs_period_us': `${periodUs}`, 'cpu.cfs_quota_us': `${us}` }),
  },
  { root: '/sys/fs/cgroup', bounds: (us: number) => ({ 'cpu.max': `${us} ${periodUs}` }) },
];

type Held = { release: () => void };

/** Limits each process to a part of one core. Returns undefined where this is not possible. */
export function holdTo(part: number, pids: readonly number[]): Held | undefined {
  const kind = kinds.find(({ root }) => existsSync(join(root, members)));
  if (kind === undefined) return undefined;
  const folders: string[] = [];
  const release = (): void => {
    for (const folder of folders) {
      const pidsLeft = readFileSync(join(folder, members), 'utf8').split('\n').filter(Boolean);
      for (const pid of pidsLeft) writeFileSync(join(kind.root, members), pid);
      rmdirSync(folder);
    }
  };
  try {
    for (const pid of pids) {
      const folder = join(kind.root, `muster-bench-${pid}`);
      mkdirSync(folder);
      folders.push(folder);
      for (const [name, value] of Object.entries(kind.bounds(part * periodUs)))
        writeFileSync(join(folder, name), value);
      writeFileSync(join(folder, members), String(pid));
    }
    return { release };
  } catch {
    release();
    return undefined;
  }
}

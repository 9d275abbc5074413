/** A stream that text is written to; `isTTY` when it is a terminal. */
export type Output = { write: (text: string) => unknown; isTTY?: boolean };

/** The output of a command. Progress is one changing line on a terminal, and a few plain lines elsewhere. */
export type Terminal = {
  say: (line: string) => void;
  progress: (label: string, done: number, total?: number) => void;
  endProgress: () => void;
};

const width = 24;

function bar(done: number, total: number): string {
  const filled = Math.round((Math.min(done, total) / Math.max(total, 1)) * width);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${done} of ${total}`;
}

/** A bar is drawn on a terminal only: elsewhere its characters would fill the log. */
function amount(done: number, total: number | undefined, drawn = false): string {
  if (total === undefined) return String(done);
  return drawn ? bar(done, total) : `${done} of ${total}`;
}

export function terminal(stream: Output): Terminal {
  let open = '';
  const endProgress = () => {
    if (open !== '') stream.write(stream.isTTY ? '\n' : `${open}\n`);
    open = '';
  };
  return {
    say: (line) => {
      endProgress();
      stream.write(`${line}\n`);
    },
    progress: (label, done, total) => {
      const line = `${label} ${amount(done, total, stream.isTTY)}`;
      if (!open.startsWith(`${label} `)) endProgress();
      open = line;
      if (stream.isTTY) stream.write(`\r\u001b[2K${line}`);
    },
    endProgress,
  };
}

/** A reason that a person can act on, with the exit code that the documentation lists. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const exitCodes = { done: 0, failed: 1, usage: 2, refused: 3 } as const;

export const refuse = (message: string): never => {
  throw new CommandError(message, exitCodes.refused);
};

export const misuse = (message: string): never => {
  throw new CommandError(message, exitCodes.usage);
};

import { once } from 'node:events';
import { connect } from 'node:net';

export type RawConnection = {
  write: (bytes: string | Buffer) => void;
  /** Resolves as soon as the received text matches. */
  receives: (pattern: RegExp) => Promise<string>;
  /** Everything received until the other side closes. */
  closed: Promise<string>;
};

/** A connection whose bytes the test writes itself, so that a request can be left half sent. */
export async function openConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let text = '';
  const waiting = new Set<() => void>();
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
    for (const look of waiting) look();
  });
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => void socket.once('close', () => resolve(text)));
  return {
    write: (bytes) => void socket.write(bytes),
    receives: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (pattern.test(text)) resolve(text);
        };
        waiting.add(look);
        look();
        void closed.then(() => reject(new Error(`closed before ${String(pattern)} came: ${text}`)));
      }),
    closed,
  };
}

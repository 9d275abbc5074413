import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** One client connection. It parses no more of a response than necessary. */
export type Line = { socket: Socket; head: string; bodyLeft: number; status: number };

const bufferSize = 64 * 1024;
const lengthField = 'ontent-length: ';

/** Uses the socket directly to keep the client cheap. A response that cannot be parsed closes the connection. */
export function openLine(port: number, onAnswer: (line: Line) => void): Promise<Line> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(bufferSize);
    const callback = (length: number): boolean => {
      try {
        for (let at = 0; at < length;) {
          at = takeBytes(line, buffer, at, length);
          if (line.head === '' && line.bodyLeft === 0) onAnswer(line);
        }
      } catch (error) {
        line.socket.destroy(error instanceof Error ? error : undefined);
      }
      return true;
    };
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } });
    const line: Line = { socket, head: '', bodyLeft: 0, status: 0 };
    socket.once('connect', () => resolve(line));
    socket.once('error', reject);
  });
}

/** Reads at most to the end of a response and returns the new position. */
function takeBytes(line: Line, bytes: Buffer, from: number, to: number): number {
  if (line.bodyLeft > 0) {
    const taken = Math.min(line.bodyLeft, to - from);
    line.bodyLeft -= taken;
    return from + taken;
  }
  const known = line.head.length;
  const text = line.head + bytes.toString('latin1', from, to);
  const end = text.indexOf('\r\n\r\n');
  line.head = end < 0 ? text : '';
  if (end < 0) return to;
  line.status = Number.parseInt(text.slice(9, 12), 10);
  if (line.status !== 304 && line.status !== 204) {
    const at = text.indexOf(lengthField);
    if (at < 0 || at > end) throw new Error('response without a content-length');
    line.bodyLeft = Number.parseInt(text.slice(at + lengthField.length, at + 30), 10);
  }
  return from + end + 4 - known;
}

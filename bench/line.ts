import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A connection of the load: one request at a time, and no more read of its answer than must be. */
export type Line = { socket: Socket; head: string; bodyLeft: number; status: number };

const bufferSize = 64 * 1024;
const lengthField = 'ontent-length: ';

/** Speaks to the socket directly, so that the server is what is measured. An answer that cannot be read ends the line. */
export function openLine(port: number, onAnswer: (line: Line) => void): Promise<Line> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(bufferSize);
    const callback = (length: number): boolean => {
      try {
        if (takeBytes(line, buffer, length)) onAnswer(line);
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

/** Whether the answer is whole. */
function takeBytes(line: Line, bytes: Buffer, length: number): boolean {
  if (line.bodyLeft > 0) {
    line.bodyLeft -= length;
    return line.bodyLeft <= 0;
  }
  const text = line.head + bytes.toString('latin1', 0, length);
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) {
    line.head = text;
    return false;
  }
  line.head = '';
  line.status = Number.parseInt(text.slice(9, 12), 10);
  if (line.status === 304 || line.status === 204) return true;
  const at = text.indexOf(lengthField);
  if (at < 0 || at > end) throw new Error('an answer without a length');
  line.bodyLeft = Number.parseInt(text.slice(at + lengthField.length, at + 30), 10) - (text.length - end - 4);
  return line.bodyLeft <= 0;
}

/** The program of the thread that draws documents. */
import { parentPort } from 'node:worker_threads';
import { drawPdf } from './draw.ts';
import { runsOf } from './fonts.ts';
import type { PrintRequest } from './printer.ts';

async function perform(request: PrintRequest): Promise<Uint8Array<ArrayBuffer> | string[]> {
  if ('document' in request) return drawPdf(request.document);
  return Promise.all(
    request.texts.map(async (text) => (await runsOf(text, { language: 'en', weight: 700 })).missing.join('')),
  );
}

const answer = (value: object, moved: ArrayBuffer[] = []): void => {
  parentPort?.postMessage(value, moved);
};

parentPort?.on('message', ({ id, request }: { id: number; request: PrintRequest }) => {
  perform(request).then(
    (result) => answer({ id, result }, Array.isArray(result) ? [] : [result.buffer]),
    (error: unknown) => answer({ id, error: String(error) }),
  );
});

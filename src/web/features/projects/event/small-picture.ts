const maxSide = 1600;
/** Below the limit of the API. */
const maxBytes = 500_000;
const qualities = [0.85, 0.7, 0.5] as const;

/**
 * A picture that is small enough to upload, in base64. Drawing it again also leaves out hidden data, such as where a
 * photo was taken. Undefined if the browser cannot read the file as a picture.
 */
export async function smallPicture(file: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  for (let side = maxSide; side >= 400; side /= 2) {
    const canvas = drawn(bitmap, side);
    for (const quality of qualities) {
      const blob = await encoded(canvas, quality);
      if (blob !== null && blob.size <= maxBytes) return base64Of(blob);
    }
  }
  return undefined;
}

function drawn(bitmap: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Browsers that cannot write WebP write a PNG instead, which is too large for a photo. */
async function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  const write = (type: string) => new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
  const webp = await write('image/webp');
  return webp?.type === 'image/webp' ? webp : write('image/jpeg');
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  // In parts, because a call has a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

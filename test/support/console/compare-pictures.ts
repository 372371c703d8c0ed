import type { Page } from 'playwright-core';

/** A channel that differs by less is a matter of rounding. */
const CHANNEL_MIN = 24;

/** Runs in the page, which knows how to read a PNG; no types of browsers are known here. */
const COMPARE = `async ([before, after, least]) => {
  const pixels = async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
  };
  const [a, b] = [await pixels(before), await pixels(after)];
  if (a.length !== b.length) return 1;
  let differing = 0;
  for (let at = 0; at < a.length; at += 4)
    if ([0, 1, 2].some((channel) => Math.abs(a[at + channel] - b[at + channel]) > least)) differing += 1;
  return differing / (a.length / 4);
}`;

/** How much of two pictures of one page differs, 0 to 1. */
export function comparePictures(page: Page, before: Buffer, after: Buffer): Promise<number> {
  const pictures = JSON.stringify([before.toString('base64'), after.toString('base64'), CHANNEL_MIN]);
  return page.evaluate<number>(`(${COMPARE})(${pictures})`);
}

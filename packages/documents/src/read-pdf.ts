import { extractText, getDocumentProxy, getMeta } from 'unpdf';

import { DocumentError } from './document-error.ts';

/**
 * The text layer of a PDF, a blank line between pages.
 * @returns the title its properties state, undefined where they state none, and its text
 * @throws DocumentError `encrypted_document`, `corrupt_document`, or `empty_document` for scans without a text layer
 */
export async function readPdf(bytes: Uint8Array): Promise<{ title: string | undefined; text: string }> {
  try {
    // PDF.js takes the buffer over: it must not be the caller's.
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    try {
      return await readText(pdf);
    } finally {
      await pdf.loadingTask.destroy();
    }
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    if (cause instanceof Error && cause.name === 'PasswordException') {
      throw new DocumentError('encrypted_document', 'The PDF is locked by a password; send it unlocked.', {
        cause,
      });
    }
    throw new DocumentError('corrupt_document', 'The PDF cannot be read; it is damaged or incomplete.', {
      cause,
    });
  }
}

async function readText(
  pdf: Awaited<ReturnType<typeof getDocumentProxy>>,
): Promise<{ title: string | undefined; text: string }> {
  const { info } = await getMeta(pdf);
  const { text } = await extractText(pdf, { mergePages: false });
  const pages = text.map((page) => readable(page)).filter((page) => page !== '');
  if (pages.length === 0) {
    throw new DocumentError(
      'empty_document',
      'The PDF holds no text; run text recognition (OCR) over it first.',
    );
  }
  const title: unknown = info['Title'];
  return { title: (typeof title === 'string' && readable(title)) || undefined, text: pages.join('\n\n') };
}

/** Fonts without a Unicode table leave NULs and half pairs behind, which no memory may hold (decision 6). */
function readable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().trim();
}

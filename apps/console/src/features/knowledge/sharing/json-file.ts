/** Of what is sent, bytes: with what is around it, it must fit a request (2 MiB). */
const maxBytes = 2_000_000;

type ReadFile = { ok: true; value: unknown } | { ok: false; fault: 'too-large' | 'not-json' };

/** It may be more than was chosen: a number is written out. */
const fitting = (value: unknown): ReadFile =>
  new TextEncoder().encode(JSON.stringify(value)).length > maxBytes
    ? { ok: false, fault: 'too-large' }
    : { ok: true, value };

/** Reads a text as JSON; a JSON Lines file is a list. */
export function parseUpload(text: string): ReadFile {
  try {
    return fitting(JSON.parse(text));
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length < 2) return { ok: false, fault: 'not-json' };
    try {
      return fitting(lines.map((line): unknown => JSON.parse(line)));
    } catch {
      return { ok: false, fault: 'not-json' };
    }
  }
}

/** Reads a file that was chosen. */
export async function readUpload(file: File): Promise<ReadFile> {
  if (file.size > maxBytes) return { ok: false, fault: 'too-large' };
  return parseUpload(await file.text());
}

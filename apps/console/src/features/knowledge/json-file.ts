/** Files that people upload, bytes. */
const maxBytes = 5_000_000;

type ReadFile = { ok: true; value: unknown } | { ok: false; fault: 'too-large' | 'not-json' };

/** Reads a text as JSON; a JSON Lines file is a list. */
export function parseUpload(text: string): ReadFile {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length < 2) return { ok: false, fault: 'not-json' };
    try {
      return { ok: true, value: lines.map((line): unknown => JSON.parse(line)) };
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

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
  .map((path) => ({
    path: path.replaceAll('\\', '/'),
    code: readFileSync(join(root, path), 'utf8'),
  }));

/** Dialogs that only show something: there is nothing to call off, and their cross and Esc close them. */
const showOnly = new Set([
  'features/decision/compare/compare-dialog.tsx',
  'features/decision/question/exact-bytes.tsx',
  'features/inbox/bulk/row-in-full.tsx',
  // What they show is shown once: their one button confirms that it was kept.
  'features/settings/program-token-dialog.tsx',
  'features/settings/secret-dialog.tsx',
  'routes/frame.tsx',
  'ui/keys/key-sheet.tsx',
  'ui/parts/lazy-part.tsx',
]);
const dialogs = sources.filter(({ code }) => /<Dialog\n|<Dialog /.test(code));

describe('every dialog', () => {
  it('is found', () => {
    const paths = dialogs.map(({ path }) => path);
    expect(paths).toContain('features/decision/question/notes.tsx');
    expect([...showOnly].filter((path) => !paths.includes(path))).toEqual([]);
  });

  it.each(dialogs)('$path has Cancel, or only shows something', ({ path, code }) => {
    const asked = code.match(/<Dialog[\n ]/g) ?? [];
    const cancels = code.match(/<DialogCancel/g) ?? [];
    // The receipts of stopped tasks only show how far each has come.
    const shown = path === 'features/tasks/stop-dialog.tsx' ? 1 : 0;
    expect(cancels).toHaveLength(showOnly.has(path) ? 0 : asked.length - shown);
  });

  it('is the one that closes by Esc, sends by Ctrl+Enter and gives focus back', () => {
    const own = sources.filter(({ code }) => code.includes('Dialog as Radix'));
    expect(own.map(({ path }) => path).sort()).toEqual(['ui/dialog-cancel.tsx', 'ui/dialog.tsx']);
  });
});

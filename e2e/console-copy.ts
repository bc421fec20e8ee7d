import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A copy of the built console that a test may modify, as an upgrade of the server does. */
export interface ConsoleCopy {
  folder: string;
  /** Simulates a new version: page and worker start with another script, the scripts matching `gone` are missing. Returns its undo. */
  upgrade(gone?: RegExp): () => void;
}

const newer = 'index-Newer123.js';

export function copyConsole(): ConsoleCopy {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-console-'));
  cpSync('dist', folder, { recursive: true });
  const assets = join(folder, 'assets');
  const upgrade: ConsoleCopy['upgrade'] = (gone) => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    const entry = /index-[\w-]+\.js/.exec(page)?.[0];
    if (entry === undefined) throw new Error('The page starts with no script.');
    copyFileSync(join(assets, entry), join(assets, newer));
    const undone: (() => void)[] = [];
    for (const name of ['index.html', 'shell-worker.js']) {
      const before = readFileSync(join(folder, name), 'utf8');
      writeFileSync(join(folder, name), before.replaceAll(entry, newer));
      undone.push(() => writeFileSync(join(folder, name), before));
    }
    const moved = [
      ...readdirSync(assets)
        .filter((name) => gone?.test(name) === true)
        .map((name) => join('assets', name)),
      // The compressed copies are of the previous version.
      ...readdirSync(folder).filter((name) =>
        /^(index\.html|shell-worker\.js)\.(br|gz)$/.test(name),
      ),
    ];
    for (const path of moved) {
      const aside = path.replace(/([^/]+)$/, 'gone-$1');
      renameSync(join(folder, path), join(folder, aside));
      undone.push(() => renameSync(join(folder, aside), join(folder, path)));
    }
    return () => {
      for (const undo of undone) undo();
    };
  };
  return { folder, upgrade };
}

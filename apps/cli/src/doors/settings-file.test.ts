import { lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentSettings } from './coding-agents.ts';
import { applyPlan, isDone, planOf, removeEntry, shownPlan } from './plan.ts';
import { restoreFile } from './settings-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-settings-'));
  process.env['CLAUDE_CONFIG_DIR'] = folder;
});
afterEach(() => {
  delete process.env['CLAUDE_CONFIG_DIR'];
  rmSync(folder, { recursive: true, force: true });
});

const { claude } = agentSettings;
const launcher = "/home/o'neil/hooks/launch.sh";
const plan = () => planOf(claude, launcher);
const file = () => join(folder, 'settings.json');
const others = {
  model: 'default',
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'log' }] }] },
};

/** As people and their tools write such files. */
const texts = {
  'with two spaces': `${JSON.stringify(others, null, 2)}\n`,
  'with tabs, CRLF, a mark of its order, and no last line end': `\uFEFF${JSON.stringify(others, null, '\t').replaceAll('\n', '\r\n')}`,
  'in one line': '{"model":"default","unknown":[1,2.50,"\\u00e9"]}',
  empty: '',
};

describe.each(Object.entries(texts))('a file %s', (_, text) => {
  it('is put back byte for byte, also after connecting twice', () => {
    writeFileSync(file(), text);
    const once = applyPlan(plan(), undefined);
    expect(isDone(plan())).toBe(true);
    const twice = applyPlan(plan(), once);
    expect(readFileSync(file(), 'utf8')).toContain('# countersign');
    expect(restoreFile(twice)).toBe(true);
    expect(readFileSync(file(), 'utf8')).toBe(text);
  });

  it('of which somebody else has changed something since loses our entry only', () => {
    writeFileSync(file(), text);
    const done = applyPlan(plan(), undefined);
    const changed = JSON.parse(readFileSync(file(), 'utf8').replace(/^\uFEFF/, ''));
    writeFileSync(file(), JSON.stringify({ ...changed, theme: 'dark' }));
    expect(restoreFile(done)).toBe(false);
    expect(removeEntry(file())).toBe(true);
    const before = text === '' ? {} : JSON.parse(text.replace(/^\uFEFF/, ''));
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ ...before, theme: 'dark' });
  });
});

it('a file that was not there is removed again', () => {
  const done = applyPlan(plan(), undefined);
  expect(restoreFile(done)).toBe(true);
  expect(() => lstatSync(file())).toThrow();
});

it('a link stays a link, and its target is changed', () => {
  const target = join(folder, 'dotfile');
  writeFileSync(target, '{}');
  symlinkSync(target, file());
  const done = applyPlan(plan(), undefined);
  expect(lstatSync(file()).isSymbolicLink()).toBe(true);
  expect(readFileSync(target, 'utf8')).toContain('# countersign');
  restoreFile(done);
  expect(readFileSync(target, 'utf8')).toBe('{}');
});

it('a file with comments is refused as it is', () => {
  writeFileSync(file(), '{ // mine\n}');
  expect(plan).toThrow(/is not plain JSON/);
});

it('shows the change: only what is added', () => {
  writeFileSync(file(), texts['with two spaces']);
  const shown = shownPlan(plan());
  expect(shown.join('\n')).toContain(
    `/bin/sh '/home/o'\\\\''neil/hooks/launch.sh' ask # countersign`,
  );
  expect(shown.filter((line) => line.startsWith('-')).length).toBeLessThan(3);
});

import { mkdirSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { linkOnce } from './link-workspaces.mjs';

const root = mkdtempSync(join(tmpdir(), 'countersign-links-'));
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('a link that another command has made meanwhile is no error, and other faults are', () => {
  mkdirSync(join(root, 'json'));
  const link = join(root, 'link');
  linkOnce('json', link);
  linkOnce('json', link);
  expect(readlinkSync(link)).toBe('json');
  expect(() => linkOnce('json', join(root, 'missing', 'link'))).toThrow('ENOENT');
});

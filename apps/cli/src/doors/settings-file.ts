import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { CommandError } from '../command.ts';

/** A file that was changed: what it was, and what it was made. */
export interface ChangedFile {
  path: string;
  /** Base64; null = there was none. */
  before: string | null;
  /** SHA-256 of what was written. */
  after: string;
}

export const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Settings are often links into a folder of dotfiles: the target is changed, and the link stays. */
export const targetOf = (path: string): string =>
  existsSync(path) ? realpathSync(path) : resolve(path);

export const readBytes = (path: string): Buffer | null =>
  existsSync(path) ? readFileSync(path) : null;

/** Replaces a file in one step, with the rights that it has. */
export function replaceFile(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const mode = existsSync(path) ? statSync(path).mode & 0o777 : 0o600;
  const next = `${path}.${process.pid}.tmp`;
  const file = openSync(next, 'wx', mode);
  try {
    writeSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(next, path);
}

/** The settings in a file; an empty or missing one has none. Throws a sentence for what is not plain JSON. */
export function parseSettings(bytes: Buffer | null, path: string): JsonObject {
  const text = (bytes?.toString('utf8') ?? '').replace(/^\uFEFF/, '');
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Comments, as some agents allow: they would be lost.
  }
  throw new CommandError(
    `${path} is not plain JSON, so it was not changed. Take its comments out, or add the entry by hand.`,
  );
}

/** Settings as bytes, indented and ended like the file that they replace. */
export function printSettings(settings: JsonObject, like: Buffer | null): Buffer {
  const text = like?.toString('utf8') ?? '';
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const end = like === null || text.endsWith('\n') ? '\n' : '';
  const printed = `${text.startsWith('\uFEFF') ? '\uFEFF' : ''}${JSON.stringify(settings, null, indent)}${end}`;
  return Buffer.from(text.includes('\r\n') ? printed.replaceAll('\n', '\r\n') : printed);
}

/**
 * Puts a file back as it was, byte for byte. False = it was changed since by another, and is left to the caller.
 */
export function restoreFile({ path, before, after }: ChangedFile): boolean {
  const now = readBytes(path);
  if (now === null) return before === null;
  if (hashOf(now) !== after) return false;
  if (before === null) rmSync(path);
  else replaceFile(path, Buffer.from(before, 'base64'));
  return true;
}

/** Lines shown around a change. */
const around = 2;

/** A change of a text as lines with a sign, as people read it. */
export function shownChange(before: string, after: string): string[] {
  const [old, now] = [before, after].map((text) => (text === '' ? [] : text.split(/\r?\n/)));
  if (old === undefined || now === undefined) return [];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const signed = (sign: string) => (line: string) => `${sign} ${line}`;
  return [
    ...old.slice(Math.max(0, start - around), start).map(signed(' ')),
    ...old.slice(start, old.length - end).map(signed('-')),
    ...now.slice(start, now.length - end).map(signed('+')),
    ...old.slice(old.length - end, old.length - end + around).map(signed(' ')),
  ];
}

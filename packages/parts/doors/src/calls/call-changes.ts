import type { HoldCall, TouchedFile } from '@countersign/api/agents/door';
import type { Figure } from '@countersign/upformat/edit-check';
import { fileOf, kindOf, replacementsOf } from './tool-kinds.ts';

/** Lines shown around what changes. */
const around = 3;
/** Longer ones are not compared: their text is in the arguments, whole. */
const maxChars = 120_000;

interface Change {
  path: string;
  /** Null = there is no such file yet. */
  before: string | null;
  after: string;
}

/** What a call changes in files, as figures of its question: of each file only the lines around what differs. */
export function changesOf({ call, files }: Pick<HoldCall, 'call' | 'files'>): Figure[] {
  const kind = kindOf(call);
  const command = call.input['command'] ?? call.input['patchText'] ?? call.input['input'];
  const isPatch = typeof command === 'string' && command.includes('*** Begin Patch\n');
  if (isPatch && (kind === 'patch' || kind === 'command')) return patchedIn(command);
  const path = fileOf(call);
  if (path === null || (kind !== 'write' && kind !== 'edit')) return [];
  const found = files.find((file) => file.path === path);
  const change = kind === 'write' ? written(path, call.input, found) : edited(path, call, found);
  return change === null || chars(change) > 2 * maxChars ? [] : [figureOf(change)];
}

const chars = ({ before, after }: Change) => (before?.length ?? 0) + after.length;

function written(path: string, input: object, file: TouchedFile | undefined): Change | null {
  const after = 'content' in input ? input.content : undefined;
  return typeof after === 'string' ? { path, before: file?.text ?? null, after } : null;
}

/** Null = the file is not known, or does not have the text that is replaced: only the arguments can be shown. */
function edited(path: string, call: HoldCall['call'], file: TouchedFile | undefined) {
  const pairs = replacementsOf(call);
  if (pairs.length === 0) return null;
  const text = file?.text;
  const isEvery = call.input['replace_all'] === true || call.input['replaceAll'] === true;
  if (text === undefined) {
    const [before, after] = [0, 1].map((side) => pairs.map((pair) => pair[side]).join('\n'));
    return { path, before: before ?? '', after: after ?? '' };
  }
  let after = text;
  for (const [from, to] of pairs) {
    if (from === '' || !after.includes(from)) return null;
    // A function: `$` in the new text is no pattern.
    after = isEvery ? after.replaceAll(from, () => to) : after.replace(from, () => to);
  }
  return { path, before: text, after };
}

function figureOf({ path, before, after }: Change): Figure {
  if (before === null) return { type: 'diff', path, before: null, after, line: 1 };
  const [old, now] = [before.split('\n'), after.split('\n')];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const from = Math.max(0, start - around);
  const kept = Math.max(0, end - around);
  const region = (lines: string[]) => lines.slice(from, lines.length - kept).join('\n');
  return { type: 'diff', path, before: region(old), after: region(now), line: from + 1 };
}

/** The files of a patch in the format of `apply_patch`; the numbers of its lines are not known. */
function patchedIn(command: string): Figure[] {
  const figures: Figure[] = [];
  let file: { path: string; isNew: boolean; before: string[]; after: string[] } | null = null;
  const close = () => {
    if (file === null) return;
    const { path, isNew, before, after } = file;
    const old = isNew ? null : before.join('\n');
    figures.push({ type: 'diff', path, before: old, after: after.join('\n'), line: null });
  };
  for (const line of command.split('\n')) {
    const [, verb, path = ''] = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line) ?? [];
    if (verb !== undefined || line.startsWith('*** End Patch')) {
      close();
      file = verb === undefined ? null : { path, isNew: verb === 'Add', before: [], after: [] };
    } else if (file !== null && !line.startsWith('***')) {
      if (line.startsWith('-')) file.before.push(line.slice(1));
      else if (line.startsWith('+')) file.after.push(line.slice(1));
      else {
        const same = line.startsWith('@@') ? line : line.slice(1);
        file.before.push(same);
        file.after.push(same);
      }
    }
  }
  close();
  return figures.slice(0, 15);
}

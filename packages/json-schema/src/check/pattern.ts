import { type PatternNode, parsePattern } from './pattern-parse.ts';

type Edge = Extract<PatternNode, { kind: 'edge' }>['edge'];
type Step =
  | { kind: 'char'; test: (char: string) => boolean }
  | { kind: 'edge'; edge: Edge }
  | { kind: 'fork'; to: readonly number[] }
  | { kind: 'look'; program: readonly Step[]; wanted: boolean }
  | { kind: 'done' };

const maxChars = 5_000;
const maxSteps = 5_000;
/** Maximum work of one test. */
export const maxWork = 3_000_000;

class Spent extends Error {}

/** The remaining work of several tests together; each test subtracts its own. */
export interface PatternWork {
  left: number;
}

/** Tests a text against one pattern. Null = the pattern is not supported, or needs more than the allowed work. */
export type PatternTest = (text: string, work?: PatternWork) => boolean | null;

/**
 * Reads a pattern (ECMA-262) so that its test is bounded by length of text times length of pattern: all paths through it are
 * followed at once, without backtracking. `(a+)+$` is as fast as `a+$`.
 */
export function patternTest(source: string): PatternTest {
  const node = source.length > maxChars ? null : parsePattern(source);
  const program: Step[] = [];
  if (node === null || !compile(node, program)) return () => null;
  program.push({ kind: 'done' });
  return (text, work = { left: maxWork }) => {
    const chars = [...text];
    try {
      return matches(program, { chars, from: 0, anchored: false, work });
    } catch (error) {
      if (error instanceof Spent) return null;
      throw error;
    }
  };
}

/** Writes a node's steps; false when there would be too many. */
function compile(node: PatternNode, out: Step[]): boolean {
  if (out.length > maxSteps) return false;
  switch (node.kind) {
    case 'char':
    case 'edge':
      out.push(node);
      return true;
    case 'all':
      return node.parts.every((part) => compile(part, out));
    case 'any':
      return compileAny(node.branches, out);
    case 'repeat':
      return compileRepeat(node, out);
    case 'look': {
      const program: Step[] = [];
      if (!compile(node.part, program)) return false;
      program.push({ kind: 'done' });
      out.push({ kind: 'look', program, wanted: node.wanted });
      return out.length + program.length <= maxSteps;
    }
  }
}

function compileAny(branches: readonly PatternNode[], out: Step[]): boolean {
  const fork = out.push({ kind: 'fork', to: [] }) - 1;
  const starts: number[] = [];
  const ends: number[] = [];
  for (const branch of branches) {
    starts.push(out.length);
    if (!compile(branch, out)) return false;
    ends.push(out.push({ kind: 'fork', to: [] }) - 1);
  }
  out[fork] = { kind: 'fork', to: starts };
  for (const end of ends) out[end] = { kind: 'fork', to: [out.length] };
  return true;
}

function compileRepeat(
  { part, least, most }: Extract<PatternNode, { kind: 'repeat' }>,
  out: Step[],
): boolean {
  if (least > maxSteps || (most !== Number.POSITIVE_INFINITY && most > maxSteps)) return false;
  for (let count = 0; count < least; count += 1) if (!compile(part, out)) return false;
  if (most === Number.POSITIVE_INFINITY) {
    const fork = out.push({ kind: 'fork', to: [] }) - 1;
    if (!compile(part, out)) return false;
    out.push({ kind: 'fork', to: [fork] });
    out[fork] = { kind: 'fork', to: [fork + 1, out.length] };
    return true;
  }
  const skips: number[] = [];
  for (let count = least; count < most; count += 1) {
    skips.push(out.push({ kind: 'fork', to: [] }) - 1);
    if (!compile(part, out)) return false;
  }
  for (const skip of skips) out[skip] = { kind: 'fork', to: [skip + 1, out.length] };
  return true;
}

interface Search {
  chars: readonly string[];
  from: number;
  /** The match must begin at `from`, as for a lookahead. */
  anchored: boolean;
  work: PatternWork;
}

const isWord = (char: string | undefined) => char !== undefined && /^\w$/.test(char);

function holds(edge: Edge, chars: readonly string[], at: number): boolean {
  if (edge === 'start') return at === 0;
  if (edge === 'end') return at === chars.length;
  const isEdge = isWord(chars[at - 1]) !== isWord(chars[at]);
  return edge === 'word' ? isEdge : !isEdge;
}

/** Every step reachable at a place without reading a character; true when the end is among them. */
function reach(
  program: readonly Step[],
  search: Search,
  at: number,
  seeds: number[],
  into: Set<number>,
) {
  const open = seeds;
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    if (into.has(step)) continue;
    into.add(step);
    search.work.left -= 1;
    if (search.work.left < 0) throw new Spent();
    const found = program[step];
    if (found === undefined || found.kind === 'char') continue;
    if (found.kind === 'done') return true;
    if (found.kind === 'fork') open.push(...found.to);
    else if (
      found.kind === 'edge'
        ? holds(found.edge, search.chars, at)
        : matches(found.program, { ...search, from: at, anchored: true }) === found.wanted
    ) {
      open.push(step + 1);
    }
  }
  return false;
}

function matches(program: readonly Step[], search: Search): boolean {
  const { chars, from, anchored } = search;
  let seeds = [0];
  for (let at = from; at <= chars.length; at += 1) {
    const here = new Set<number>();
    if (reach(program, search, at, seeds, here)) return true;
    const char = chars[at];
    if (char === undefined) return false;
    const next: number[] = anchored ? [] : [0];
    for (const step of here) {
      const found = program[step];
      if (found?.kind === 'char' && found.test(char)) next.push(step + 1);
    }
    if (next.length === 0) return false;
    seeds = next;
  }
  return false;
}

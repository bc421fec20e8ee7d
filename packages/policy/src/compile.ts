import type { Demand } from '@countersign/api/policy/demand';
import type { LineValue, LineWhen, PolicyLine } from '@countersign/api/policy/table';
import { type Facts, severities } from './facts.ts';

type Test = (facts: Facts) => boolean;

/** Which line decides about a question; null = none fits. */
export type Policy = (facts: Facts) => PolicyLine | null;

const hourMs = 3_600_000;

/**
 * Compiles a table once; the result is asked for each question. `never` is read first of all, then the lines from the top: the first
 * that fits decides. A line that has ended fits nothing.
 */
export function compilePolicy(lines: readonly PolicyLine[]): Policy {
  const inOrder = [...lines.filter(isNever), ...lines.filter((line) => !isNever(line))];
  const compiled = inOrder.map((line) => ({
    line,
    tests: testsOf(line.when),
    until: line.expiresAt ?? Infinity,
  }));
  return (facts) => {
    for (const { line, tests, until } of compiled)
      if (facts.now < until && tests.every((test) => test(facts))) return line;
    return null;
  };
}

const isNever = ({ then }: PolicyLine): boolean => then.do === 'never';

/** What a line that fits requires of the decision. */
export function demandOf({ id, name, then }: PolicyLine, version: number): Demand {
  const line = { id, name, version };
  const none = { line, group: null, people: null, approvals: 1, exclude: [] };
  if (then.do === 'never') return { ...none, then: 'never' };
  if (then.do === 'answer') return { ...none, then: 'itself' };
  const { group = null, people = null, approvals, exclude } = then;
  return { line, then: 'ask', group, people, approvals, exclude };
}

/** The cheapest tests first: most lines are left at the first one. */
function testsOf(when: LineWhen): Test[] {
  const tests: Test[] = [];
  const {
    connections,
    tool,
    protocol,
    blocking,
    severityAtLeast,
    confidenceBelow,
    signals,
    values,
    starters,
    hours,
  } = when;
  if (tool !== undefined) tests.push(toolTest(tool));
  if (connections !== undefined) {
    const known = new Set(connections);
    tests.push((facts) => known.has(facts.connection));
  }
  if (protocol !== undefined) tests.push((facts) => facts.protocol === protocol);
  if (blocking !== undefined) tests.push((facts) => facts.blocking === blocking);
  if (severityAtLeast !== undefined) {
    const least = severities.indexOf(severityAtLeast);
    tests.push((facts) => severities.indexOf(facts.severity) >= least);
  }
  if (confidenceBelow !== undefined)
    tests.push(({ confidence }) => confidence !== null && confidence < confidenceBelow);
  if (signals !== undefined) {
    const wanted = new Set(signals);
    tests.push((facts) => facts.signals.some((signal) => wanted.has(signal)));
  }
  if (starters !== undefined) {
    const known = new Set(starters);
    tests.push((facts) => facts.behind.some((id) => known.has(id)));
  }
  if (hours !== undefined) tests.push(({ now }) => isWithin(hours, Math.floor(now / hourMs) % 24));
  for (const value of values ?? []) tests.push(valueTest(value));
  return tests;
}

/** Nights go over midnight. */
const isWithin = ({ from, to }: NonNullable<LineWhen['hours']>, hour: number): boolean =>
  from < to ? hour >= from && hour < to : hour >= from || hour < to;

function toolTest(pattern: string): Test {
  if (!pattern.includes('*')) return (facts) => facts.tool === pattern;
  const matches = globOf(pattern);
  return (facts) => matches(facts.tool);
}

/** `*` stands for any characters; in time that is bounded by the lengths. */
export function globOf(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  return (text) => {
    if (text.length < first.length + last.length) return false;
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found < 0 || found + part.length > text.length - last.length) return false;
      at = found + part.length;
    }
    return true;
  };
}

function valueTest({ path, is, value: wanted }: LineValue): Test {
  const names = path
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const passes = comparison(is, wanted);
  return ({ payload }) => {
    let at: unknown = payload;
    for (const name of names) {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false;
      at = (at as Record<string, unknown>)[name];
    }
    return passes(at);
  };
}

function comparison(is: LineValue['is'], wanted: LineValue['value']): (found: unknown) => boolean {
  switch (is) {
    case 'equal':
      return (found) => found === wanted;
    case 'not-equal':
      return (found) => found !== wanted;
    case 'one-of':
      return (found) => Array.isArray(wanted) && wanted.some((one) => one === found);
    case 'matching': {
      const matches = globOf(String(wanted));
      return (found) => typeof found === 'string' && matches(found);
    }
    case 'less-than':
      return ordered(wanted, (order) => order < 0);
    case 'at-most':
      return ordered(wanted, (order) => order <= 0);
    case 'more-than':
      return ordered(wanted, (order) => order > 0);
    case 'at-least':
      return ordered(wanted, (order) => order >= 0);
  }
}

/** Numbers with numbers, also where a program writes them as text; texts with texts. */
function ordered(wanted: LineValue['value'], holds: (order: number) => boolean) {
  return (found: unknown): boolean => {
    if (typeof wanted === 'number') {
      const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : found;
      return typeof number === 'number' && !Number.isNaN(number) && holds(number - wanted);
    }
    if (typeof wanted !== 'string' || typeof found !== 'string') return false;
    return holds(found < wanted ? -1 : found > wanted ? 1 : 0);
  };
}

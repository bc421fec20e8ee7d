import type { Prompt } from '@countersign/api/prompt';

const MAX_LEAVES = 64;

/** What all asks begin and end with, with a gap for what differs: `Refund order …`. */
export function commonAsk(asks: readonly string[]): string {
  const [first = '', ...rest] = asks;
  if (rest.every((ask) => ask === first)) return first;
  const words = asks.map((ask) => ask.split(/\s+/));
  const shortest = Math.min(...words.map((each) => each.length));
  const lead = words[0] ?? [];
  const same = (at: (list: readonly string[]) => string | undefined) =>
    words.every((each) => at(each) === at(lead));
  let head = 0;
  while (head < shortest && same((list) => list[head])) head += 1;
  let tail = 0;
  while (tail < shortest - head && same((list) => list.at(-1 - tail))) tail += 1;
  if (head + tail === 0) return first;
  return [...lead.slice(0, head), '…', ...(tail === 0 ? [] : lead.slice(-tail))].join(' ');
}

interface NumberAt {
  value: number;
  /** ISO 4217 code that stands beside it. */
  currency: string | null;
}

function numbersOf(payload: Record<string, unknown>): Map<string, NumberAt> {
  const found = new Map<string, NumberAt>();
  const visit = (node: Record<string, unknown>, path: string, depth: number) => {
    const { currency } = node;
    const code = typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : null;
    for (const [name, value] of Object.entries(node)) {
      if (found.size >= MAX_LEAVES) return;
      if (typeof value === 'number') found.set(`${path}/${name}`, { value, currency: code });
      else if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < 4)
        visit(value as Record<string, unknown>, `${path}/${name}`, depth + 1);
    }
  };
  visit(payload, '', 0);
  return found;
}

const plainNumber = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** `€29.50–51.50`: the sign once, and cents only where there are some. */
function moneyRange(low: number, high: number, currency: string): string {
  const digits = Number.isInteger(low) && Number.isInteger(high) ? 0 : 2;
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const money = new Intl.NumberFormat('en', { style: 'currency', currency, ...fraction });
  return `${money.format(low)}–${new Intl.NumberFormat('en', fraction).format(high)}`;
}

/** The span of the first figure that differs: `€29–51`, or `count 3–9`; null when there is none. */
export function figureRange(prompts: readonly Prompt[]): string | null {
  const all = prompts.map((prompt) => numbersOf(prompt.message.payload ?? {}));
  const [first] = all;
  for (const [path, { currency }] of first ?? []) {
    const at = all.map((numbers) => numbers.get(path));
    const values = at.map((number) => number?.value ?? Number.NaN);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    if (Number.isNaN(low) || low === high) continue;
    if (currency !== null && at.every((number) => number?.currency === currency))
      return moneyRange(low, high, currency);
    const name = path.slice(path.lastIndexOf('/') + 1);
    return `${name} ${plainNumber.format(low)}–${plainNumber.format(high)}`;
  }
  return null;
}

import type { PromptRow } from '@countersign/api/prompt-row';
import type { Figure } from '@countersign/api/shapes/figures';
import { byLocale, locale } from '../../text/locale.ts';

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

const plainNumber = byLocale((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 2 }));

/** `€29.50–51.50`: the sign once, and cents only where there are some. */
function moneyRange(low: number, high: number, currency: string): string {
  const digits = Number.isInteger(low) && Number.isInteger(high) ? 0 : 2;
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const money = new Intl.NumberFormat(locale(), { style: 'currency', currency, ...fraction });
  return `${money.format(low)}–${new Intl.NumberFormat(locale(), fraction).format(high)}`;
}

const none: readonly Figure[] = [];

/** The span of the first figure that differs: `€29–51`, or `count 3–9`; null when there is none. */
export function figureRange(prompts: readonly PromptRow[]): string | null {
  const all = prompts.map(({ figures }) => figures ?? none);
  for (const [path, , currency] of all[0] ?? []) {
    const at = all.map((figures) => figures.find(([other]) => other === path));
    const values = at.map((figure) => figure?.[1] ?? Number.NaN);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    if (Number.isNaN(low) || low === high) continue;
    if (currency !== null && at.every((figure) => figure?.[2] === currency))
      return moneyRange(low, high, currency);
    const name = path.slice(path.lastIndexOf('/') + 1);
    return `${name} ${plainNumber().format(low)}–${plainNumber().format(high)}`;
  }
  return null;
}

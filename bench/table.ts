/** The median; for an even number of values the lower of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** Measures the processor time of this process; returns seconds. Independent of other load on the machine. */
export function processorClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  };
}

/** A formatted rate: 1.2 M, 345 k, 789. */
export function rate(perSecond: number): string {
  if (perSecond >= 1e6) return `${(perSecond / 1e6).toFixed(2)} M`;
  if (perSecond >= 1e3) return `${(perSecond / 1e3).toFixed(perSecond >= 1e5 ? 0 : 1)} k`;
  return perSecond.toFixed(0);
}

/** The median of the ratios round by round, and their range: drift of the machine cancels out. */
export function ratio(ours: readonly number[], theirs: readonly number[]): string {
  const ratios = ours.map((value, index) => value / (theirs[index] ?? Number.NaN));
  const show = (value: number) => (value >= 10 ? value.toFixed(0) : value.toFixed(1));
  return `${show(median(ratios))}x (${show(Math.min(...ratios))}–${show(Math.max(...ratios))})`;
}

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const ruler = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  process.stdout.write(`${[line(head), ruler, ...rows.map(line), ''].join('\n')}\n`);
}

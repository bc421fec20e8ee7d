import type { Thread } from '@countersign/thread/thread';

/** A position worth comparing with. */
export interface PositionMark {
  sequence: number;
  /** Epoch ms; null = the beginning. */
  at: number | null;
  kind: 'beginning' | 'run' | 'asked';
  /** What was asked. */
  label: string;
}

const kept = 30;

/** The beginning, every run, every question that was answered: in order, the newest thirty. */
export function marksOf({ items, prompts }: Thread): PositionMark[] {
  const marks: PositionMark[] = [];
  for (const item of items) {
    if (item.kind !== 'run' || item.sequence <= 1) continue;
    marks.push({ sequence: item.sequence, at: item.startedAt, kind: 'run', label: '' });
  }
  for (const prompt of Object.values(prompts)) {
    if (prompt.state === 'open') continue;
    const { sequence, openedAt, ask } = prompt;
    marks.push({ sequence, at: openedAt, kind: 'asked', label: ask });
  }
  marks.sort((left, right) => left.sequence - right.sequence);
  return [{ sequence: 1, at: null, kind: 'beginning', label: '' }, ...marks.slice(-kept)];
}

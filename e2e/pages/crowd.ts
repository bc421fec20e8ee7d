import type { Prompt } from '@countersign/api/prompt';
import { expect } from '../fixtures.ts';
import type { Stack } from '../stack.ts';
import { type Asking, startAsking } from './asking.ts';

/** A refund request, equal to the others except for its data. */
export function refund(order: number, members: Record<string, unknown> = {}) {
  return {
    ask: `Refund order 88-${String(order).padStart(4, '0')}, outside the 30 days`,
    severity: 'minor',
    payload: {
      order: `88-${String(order).padStart(4, '0')}`,
      amount: { value: 20 + order / 10, currency: 'EUR' },
    },
    ...members,
  };
}

/** The number of open prompts, as the server counts them. */
export async function openCount(stack: Stack): Promise<number> {
  let count = 0;
  let cursor = '';
  for (;;) {
    const page = await stack.api<{ items: Prompt[]; nextCursor: string | null }>(
      `/api/prompts?state=open&limit=200${cursor}`,
    );
    count += page.items.length;
    if (page.nextCursor === null) return count;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
}

export const untilOpen = (stack: Stack, count: number) =>
  expect
    .poll(() => openCount(stack), { message: `${count} open prompts`, timeout: 60_000 })
    .toBe(count);

/** Agents that each ask for `each` refunds; resolves when the server has them all. */
export async function startCrowd(
  stack: Stack,
  names: readonly string[],
  each: number,
): Promise<Asking[]> {
  const before = await openCount(stack);
  const crowd: Asking[] = [];
  for (const name of names) {
    const id = name.toLowerCase().replaceAll(' ', '-');
    crowd.push(await startAsking(stack, { id, name }));
  }
  crowd.forEach((asking, place) => {
    for (let index = 0; index < each; index += 1)
      asking.say(`ask-${index}`, refund(place * each + index));
  });
  await untilOpen(stack, before + names.length * each);
  return crowd;
}

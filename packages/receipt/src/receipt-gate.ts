import { type AboutToRun, type CheckedReceipt, checkReceipt } from './check-receipt.ts';

/** Which receipts were used, until they expire. `take` returns false for one that was used before; it must be atomic. */
export interface UsedReceipts {
  take(nonce: string, expires: number, now: number): boolean | Promise<boolean>;
}

/** In memory: of one process, until it ends. */
export function usedInMemory(): UsedReceipts {
  const used = new Map<string, number>();
  return {
    take(nonce, expires, now) {
      if (used.has(nonce)) return false;
      for (const [known, until] of used) if (until <= now) used.delete(known);
      used.set(nonce, expires);
      return true;
    },
  };
}

/** Checks a receipt and uses it: the second call with the same one is refused, also if both come at once. */
export async function takeReceipt(
  given: unknown,
  about: AboutToRun,
  used: UsedReceipts,
): Promise<CheckedReceipt> {
  const checked = checkReceipt(given, about);
  if (!checked.ok) return checked;
  const { nonce, expires } = checked.receipt.payload;
  return (await used.take(nonce, expires, about.now)) ? checked : { ok: false, fault: 'used' };
}

/** Calls a function `perSecond` times a second for a number of seconds. Calls delayed by a busy machine are caught up. */
export async function paced(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  act: (index: number) => Promise<void>,
): Promise<void> {
  const start = performance.now();
  const all = perSecond * seconds;
  let done = 0;
  while (done < all) {
    const due = Math.min(all, Math.floor(((performance.now() - start) / 1_000) * perSecond));
    for (; done < due; done += 1) await act(done);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

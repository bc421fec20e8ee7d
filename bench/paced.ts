/** Does a thing `perSecond` times a second for so many seconds. What a busy machine let wait is made up for. */
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

import type { StoreServices } from '@countersign/server/kernel';

/**
 * Takes up what a commit in doubt has left: it turned out to have happened, and the part that was to act on it was informed that this was not
 * known. Called each time the store is writable again; `parts` are named for the log, and skip what is going on. Returns its undo.
 */
export function onStoreBack(
  { journal, report }: Pick<StoreServices, 'journal' | 'report'>,
  parts: Readonly<Record<string, () => Promise<void>>>,
): () => void {
  let wasAway = false;
  return journal.onState(({ reason }) => {
    const isBack = wasAway && reason === null;
    wasAway = reason !== null;
    if (!isBack) return;
    for (const [what, takeUp] of Object.entries(parts)) {
      takeUp().catch((error) => report(`What was in doubt could not be taken up: ${what}.`, error));
    }
  });
}

import { type Me, meSchema } from '@countersign/api/settings/session';
import { proofKey } from '@countersign/client/session-proof';
import { browserStorage } from './browser-ports.ts';

const key = 'countersign.me';

/** Stores who is signed in according to the server, for a start without network: as long as this session exists. */
export function storeMe(operator: Me): void {
  const storage = browserStorage();
  const proof = storage?.get(proofKey) ?? null;
  if (storage === undefined || proof === null) return;
  try {
    storage.set(key, JSON.stringify({ proof, operator }));
  } catch {
    // Storage is full: without network the operator is not known.
  }
}

/** Who was signed in at the server's last response; null when that was in another session. */
export function storedMe(): Me | null {
  const storage = browserStorage();
  const text = storage?.get(key) ?? null;
  if (storage === undefined || text === null) return null;
  try {
    const { proof, operator } = JSON.parse(text);
    if (proof !== storage.get(proofKey)) return null;
    return meSchema.parse(operator);
  } catch {
    return null;
  }
}

export function clearStoredMe(): void {
  browserStorage()?.remove(key);
}

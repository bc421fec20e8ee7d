import { proofHeader } from '@countersign/api/settings/session';
import type { Ports } from './ports.ts';

/** Where the proof is stored, so that other tabs of this origin are notified (`storage` events). */
export const proofKey = 'countersign.proof';

/**
 * The second proof of this browser's session, kept in the storage of its origin: unlike a cookie it is neither sent to nor
 * set by another port of the same host. Without storage it lives as long as the tab.
 */
export interface SessionProof {
  /** To be sent with every request. */
  headers(): Record<string, string>;
  /** An operator signed in here and did not sign out. */
  isKept(): boolean;
  keep(proof: string): void;
  forget(): void;
}

export function createSessionProof({ storage }: Pick<Ports, 'storage'>): SessionProof {
  /** Used if storage is disabled or full. */
  let own: string | null = null;
  // Read each time: another tab may have signed in or out.
  const read = () => own ?? storage?.get(proofKey) ?? null;
  return {
    headers() {
      const proof = read();
      return proof === null ? {} : { [proofHeader]: proof };
    },
    isKept: () => read() !== null,
    keep(proof) {
      own = null;
      try {
        if (storage === undefined) own = proof;
        else storage.set(proofKey, proof);
      } catch {
        own = proof;
      }
    },
    forget() {
      own = null;
      storage?.remove(proofKey);
    },
  };
}

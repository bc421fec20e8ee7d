import type { ReactNode } from 'react';
import { browserStorage } from '../live/browser-ports.ts';
import { useKnownMe } from '../live/queries.ts';
import { KeysProvider } from '../ui/keys/keys.tsx';

const storage = browserStorage() ?? null;

/** Keys with the settings of the signed-in operator. */
export function OperatorKeys({ children }: { children: ReactNode }) {
  return (
    <KeysProvider owner={useKnownMe()?.id ?? null} storage={storage}>
      {children}
    </KeysProvider>
  );
}

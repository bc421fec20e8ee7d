import type { Client } from '@countersign/client/client';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useKnownMe } from './live/queries.ts';
import { browserStorage } from './live/session/browser-ports.ts';
import { LiveRoot } from './live/session/live-root.tsx';
import { router } from './routes/router.tsx';
import { CrumbsProvider } from './ui/crumbs.tsx';
import { KeysProvider } from './ui/keys/keys.tsx';
import { ErrorBoundary } from './ui/parts/error-boundary.tsx';

const storage = browserStorage() ?? null;

/** Keys with the settings of the signed-in operator. */
function OperatorKeys({ children }: { children: ReactNode }) {
  return (
    <KeysProvider owner={useKnownMe()?.id ?? null} storage={storage}>
      {children}
    </KeysProvider>
  );
}

export function App({ client }: { client: Client }) {
  return (
    <ErrorBoundary>
      <LiveRoot client={client}>
        <OperatorKeys>
          <CrumbsProvider>
            <RouterProvider router={router} />
          </CrumbsProvider>
        </OperatorKeys>
      </LiveRoot>
    </ErrorBoundary>
  );
}

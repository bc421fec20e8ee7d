import type { Client } from '@countersign/client/client';
import { RouterProvider } from '@tanstack/react-router';
import { LiveRoot } from './live/live-root.tsx';
import { router } from './routes/router.tsx';
import { CrumbsProvider } from './ui/crumbs.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { KeysProvider } from './ui/keys/keys.tsx';

export function App({ client }: { client: Client }) {
  return (
    <ErrorBoundary>
      <LiveRoot client={client}>
        <KeysProvider>
          <CrumbsProvider>
            <RouterProvider router={router} />
          </CrumbsProvider>
        </KeysProvider>
      </LiveRoot>
    </ErrorBoundary>
  );
}

import type { Client } from '@countersign/client/client';
import { RouterProvider } from '@tanstack/react-router';
import { LiveRoot } from './live/live-root.tsx';
import { OperatorKeys } from './routes/operator-keys.tsx';
import { router } from './routes/router.tsx';
import { CrumbsProvider } from './ui/crumbs.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';

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

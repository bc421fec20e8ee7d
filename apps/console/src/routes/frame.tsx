import { Link, Navigate, Outlet, useMatchRoute } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ConnectionStrip } from '../features/connection/connection-strip.tsx';
import { useClient } from '../live/client-context.tsx';
import { useConnection } from '../live/connection.ts';
import { errorWords, isUnauthorized } from '../live/problem-words.ts';
import { useMe, usePrompts } from '../live/queries.ts';
import { commonText } from '../text/common.ts';
import { frameText as text } from '../text/frame.ts';
import { useCrumbTrail } from '../ui/crumbs.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { KeySheet } from '../ui/keys/key-sheet.tsx';
import { GlobalKeys } from './global-keys.tsx';
import { Rail, TabBar } from './rail.tsx';
import { TopBar } from './top-bar.tsx';

const Palette = lazy(async () => {
  const module = await import('../features/palette/palette.tsx');
  return { default: module.Palette };
});

function useCounts(): { blocking: number; followup: number } {
  const open = (usePrompts().data ?? []).filter((prompt) => prompt.state === 'open');
  const blocking = open.filter((prompt) => prompt.blocking).length;
  return { blocking, followup: open.length - blocking };
}

function useTitle(blocking: number): void {
  const trail = useCrumbTrail();
  const page = trail.at(-1)?.label;
  useEffect(() => {
    document.title = [blocking > 0 ? text.blocking(blocking) : null, page, commonText.product]
      .filter(Boolean)
      .join(' · ');
  }, [blocking, page]);
}

function Shell() {
  const client = useClient();
  const counts = useCounts();
  const [palette, setPalette] = useState(false);
  const [sheet, setSheet] = useState(false);
  const promptOpen = useMatchRoute()({ to: '/inbox/$promptId' }) !== false;
  const [narrow, setNarrow] = useState(() => localStorage.getItem('countersign.rail') === 'narrow');
  useTitle(counts.blocking);
  useEffect(() => client.start(), [client]);
  const collapse = () => {
    localStorage.setItem('countersign.rail', narrow ? 'wide' : 'narrow');
    setNarrow(!narrow);
  };
  return (
    <div className={clsx('app', narrow && 'is-narrow', promptOpen && 'is-focused')}>
      <a className="skip" href="#main">
        {text.skip}
      </a>
      <GlobalKeys onPalette={() => setPalette(true)} onSheet={() => setSheet(true)} />
      <Rail counts={counts} narrow={narrow} onCollapse={collapse} onSheet={() => setSheet(true)} />
      <TopBar onPalette={() => setPalette(true)} />
      <main id="main" tabIndex={-1}>
        <ConnectionStrip />
        <div className="screen">
          <ErrorBoundary>
            <Outlet />
          </ErrorBoundary>
        </div>
      </main>
      <TabBar counts={counts} />
      <KeySheet open={sheet} onOpenChange={setSheet} />
      {palette && (
        <Suspense fallback={null}>
          <Palette open={palette} onOpenChange={setPalette} onKeys={() => setSheet(true)} />
        </Suspense>
      )}
    </div>
  );
}

/** The frame around every screen but sign-in: nobody is inside it without being somebody. */
export function Frame() {
  const me = useMe();
  const unauthorized = useConnection().status === 'unauthorized';
  if (unauthorized || isUnauthorized(me.error)) return <Navigate to="/sign-in" />;
  // Somebody who was known stays known while the server is away: the screen and what is typed in it stay too.
  if (me.data === undefined && me.isError) {
    return (
      <main className="page">
        <ErrorPanel
          title={commonText.offlineProblem}
          detail={errorWords(me.error)}
          onRetry={() => void me.refetch()}
        />
      </main>
    );
  }
  return me.data === undefined ? null : <Shell />;
}

/** No such address. */
export function NotFound() {
  return (
    <div className="page">
      <div className="empty">
        <h2>{text.notFound}</h2>
        <p>{text.notFoundDetail}</p>
        <Link to="/inbox" className="btn">
          {text.toInbox}
        </Link>
      </div>
    </div>
  );
}

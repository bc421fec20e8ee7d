import type { Operator } from '@countersign/api/operator';
import { onlyReads } from '@countersign/desk/permissions';
import {
  Link,
  Navigate,
  Outlet,
  useLocation,
  useMatchRoute,
  useNavigate,
} from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { DisobedienceNotices } from '../features/notify/disobedience-notices.tsx';
import { Notices } from '../features/notify/notices.tsx';
import { NotifyProvider } from '../features/notify/notify-context.tsx';
import { TabTitle } from '../features/notify/tab-title.tsx';
import { errorText, isUnauthorized } from '../live/problem-text.ts';
import { useAbsence } from '../live/prompts/absence.ts';
import { useQueueCounts } from '../live/prompts/queue-counts.ts';
import { usePrompts } from '../live/prompts/queue-pages.ts';
import { useMe } from '../live/queries.ts';
import { useClient } from '../live/session/client-context.tsx';
import { useConnection } from '../live/session/connection.ts';
import { keepShell } from '../live/session/shell-keeper.ts';
import { commonText, paletteText, frameText as text } from '../text/texts.ts';
import { useCrumbs } from '../ui/crumbs.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { useSmall, useTight } from '../ui/hooks/use-small.ts';
import { savesData, whenIdle } from '../ui/hooks/when-idle.ts';
import { ErrorBoundary } from '../ui/parts/error-boundary.tsx';
import { lazyPart, MissingDialog, type MissingProps } from '../ui/parts/lazy-part.tsx';
import { GlobalKeys } from './global-keys.tsx';
import { AbsenceContext } from './inbox/absence-context.ts';
import { Rail, TabBar } from './rail.tsx';
import { usualScreens } from './screens.ts';
import { TopBar } from './top-bar.tsx';

type OpenProps = { onOpenChange: (open: boolean) => void };
const missingDialog = (missing: MissingProps, { onOpenChange }: OpenProps) => (
  <MissingDialog {...missing} onClose={() => onOpenChange(false)} />
);
const Palette = lazyPart(
  async () => (await import('../features/palette/palette.tsx')).Palette,
  missingDialog,
);
const KeySheet = lazyPart(
  async () => (await import('../ui/keys/key-sheet.tsx')).KeySheet,
  missingDialog,
);

/**
 * Once the first screen is shown, the others are fetched too: by the service worker if there can be one, the usual ones by the page.
 */
function keepScreens(): () => void {
  return whenIdle([keepShell, ...(savesData() ? [] : usualScreens)]);
}

function useCounts(): { blocking: number; followup: number } {
  const { data, pages } = usePrompts();
  const counted = useQueueCounts(pages.hasMore);
  if (counted !== null) return counted;
  const open = (data ?? []).filter((prompt) => prompt.state === 'open');
  const blocking = open.filter((prompt) => prompt.blocking).length;
  return { blocking, followup: open.length - blocking };
}

/** Opens a prompt, or the inbox. */
function useOpenPrompt(): (promptId: string | null) => void {
  const navigate = useNavigate();
  return useCallback(
    (promptId) =>
      void (promptId === null
        ? navigate({ to: '/inbox' })
        : navigate({ to: '/inbox/$promptId', params: { promptId } })),
    [navigate],
  );
}

/** Opens a task. */
function useOpenTask(): (taskId: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (taskId) => void navigate({ to: '/tasks/$taskId', params: { taskId } }),
    [navigate],
  );
}

function Shell({ me }: { me: Operator }) {
  const client = useClient();
  const counts = useCounts();
  const [palette, setPalette] = useState(false);
  const [sheet, setSheet] = useState(false);
  const [unsaved, setUnsaved] = useState(false);
  const promptOpen = useMatchRoute()({ to: '/inbox/$promptId' }) !== false;
  const [rail, setRail] = useState(() => localStorage.getItem('countersign.rail'));
  const { pathname } = useLocation();
  const live = useConnection().status === 'live';
  const isSmall = useSmall();
  const isTight = useTight();
  // In a small window the rail is always narrow; in a tight one it is wide if that was chosen.
  const narrow = isSmall || (rail === null ? isTight : rail === 'narrow');
  const openPrompt = useOpenPrompt();
  const openTask = useOpenTask();
  const away = useAbsence(me.id);
  useEffect(() => client.start(), [client]);
  useEffect(() => keepScreens(), []);
  const collapse = () => {
    const next = narrow ? 'wide' : 'narrow';
    localStorage.setItem('countersign.rail', next);
    setRail(next);
  };
  return (
    <NotifyProvider owner={me.id}>
      <div className={clsx('app-frame', narrow && 'is-narrow', promptOpen && 'is-focused')}>
        <a className="on-canvas rounded skip-link" href="#main">
          {text.skip}
        </a>
        <GlobalKeys onPalette={() => setPalette(true)} onSheet={() => setSheet(true)} />
        <TabTitle blocking={counts.blocking} />
        {onlyReads(me) ? null : <Notices onOpen={openPrompt} owner={me.id} />}
        {onlyReads(me) ? null : <DisobedienceNotices onOpen={openTask} />}
        <Rail
          counts={counts}
          narrow={narrow}
          onCollapse={isSmall ? null : collapse}
          onSheet={() => setSheet(true)}
        />
        <TopBar onOpenPrompt={openPrompt} onPalette={() => setPalette(true)} />
        <main className="column anchor" id="main" tabIndex={-1}>
          <div className="grow fill-height anchor screen">
            <ErrorBoundary resetKey={`${pathname} ${String(live)}`}>
              <AbsenceContext value={away}>
                <Outlet />
              </AbsenceContext>
            </ErrorBoundary>
          </div>
        </main>
        <TabBar counts={counts} />
        <Dialog open={unsaved} onOpenChange={setUnsaved} title={paletteText.exportFailed}>
          {null}
        </Dialog>
        {sheet && (
          <Suspense fallback={null}>
            <KeySheet open onOpenChange={setSheet} />
          </Suspense>
        )}
        {palette && (
          <Suspense fallback={null}>
            <Palette
              open={palette}
              onOpenChange={setPalette}
              onKeys={() => setSheet(true)}
              onExport={(taskId) =>
                void import('./tasks/save-task.ts')
                  .then(({ saveTask }) => saveTask(client, taskId))
                  .catch(() => setUnsaved(true))
              }
            />
          </Suspense>
        )}
      </div>
    </NotifyProvider>
  );
}

/** The frame around every screen but sign-in: it requires a signed-in operator. */
export function Frame() {
  const me = useMe();
  const client = useClient();
  // The stream comes first: what is read after it is read once.
  useEffect(() => {
    if (client.hasSession()) client.start();
  }, [client]);
  const unauthorized = useConnection().status === 'unauthorized';
  if (unauthorized || isUnauthorized(me.error)) return <Navigate to="/sign-in" />;
  // A known operator stays known while the server is unreachable: the screen and the text typed in it stay too.
  if (me.data === undefined && me.isError) {
    return (
      <main className="full-height scrolls page">
        <ErrorPanel
          title={commonText.offlineProblem}
          detail={errorText(me.error)}
          onRetry={() => void me.refetch()}
        />
      </main>
    );
  }
  return me.data === undefined ? null : <Shell me={me.data} />;
}

/** No such address. */
export function NotFound() {
  useCrumbs([{ label: text.notFound }]);
  return (
    <div className="full-height scrolls page">
      <div className="column at-top rounded empty">
        <h2>{text.notFound}</h2>
        <p className="small muted breakable">{text.notFoundDetail}</p>
        <Link to="/inbox" className="button">
          {text.toInbox}
        </Link>
      </div>
    </div>
  );
}

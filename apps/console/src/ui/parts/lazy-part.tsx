import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { commonText as text } from '../../text/texts.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { createPartLoader, type Missing } from '../hooks/part-state.ts';

export interface MissingProps {
  why: Missing;
  onRetry: () => void;
}

function MissingPart({ why, onRetry }: MissingProps) {
  return (
    <div className="full-height scrolls page">
      {why === 'replaced' ? (
        <ErrorPanel title={text.newVersion} detail={text.newVersionDetail}>
          <Button onClick={() => location.reload()}>{text.reload}</Button>
        </ErrorPanel>
      ) : (
        <ErrorPanel title={text.notLoaded} detail={text.notLoadedDetail} onRetry={onRetry} />
      )}
    </div>
  );
}

/** The same for a part that is a dialog. */
export function MissingDialog({ onClose, ...missing }: MissingProps & { onClose: () => void }) {
  return (
    <Dialog onOpenChange={(open) => open || onClose()} open title={text.product}>
      <MissingPart {...missing} />
    </Dialog>
  );
}

/**
 * A component in a file of its own, as `React.lazy`, which would keep a failure for ever. If the file cannot be loaded, `instead` is
 * shown in its place; it is requested again whenever that is shown, and when the server can be reached again.
 */
export function lazyPart<Props extends object>(
  read: () => Promise<ComponentType<Props>>,
  instead: (missing: MissingProps, props: Props) => ReactNode = (missing) => (
    <MissingPart {...missing} />
  ),
): ((props: Props) => ReactNode) & { preload: () => Promise<void> } {
  const loader = createPartLoader(read);
  function Part(props: Props) {
    const { component: Component, missing } = useSyncExternalStore(loader.subscribe, loader.state);
    useEffect(() => {
      if (loader.state().missing !== null) void loader.load();
    }, []);
    if (Component !== null) return <Component {...props} />;
    if (missing !== null)
      return instead({ why: missing, onRetry: () => void loader.load() }, props);
    // Suspense waits for it; `use` must be called again once it is loaded.
    throw loader.load();
  }
  // The router calls it when a link to it is about to be used.
  Part.preload = loader.load;
  return Part;
}

import type { GatewayPolicy } from '@countersign/api/gateway';
import { useState } from 'react';
import { problemOf } from '../../live/problem-text.ts';
import { useAction } from '../../live/use-action.ts';
import { gatewayText as text } from '../../text/registry.ts';
import { visibleText } from '../../text/visible-text.ts';
import { ActionDialog } from '../../ui/overlays/action-dialog.tsx';
import { Failed } from './failed.tsx';
import { PolicyConflict } from './policy-conflict.tsx';
import { newerPolicy } from './policy-not-saved.tsx';

const words = text.form.conflict;

interface RemovePolicyProps {
  /** As it was when the dialog was opened. */
  policy: GatewayPolicy;
  /** Removes it, if it has this version; throws what the server answers. */
  remove: (version: number) => Promise<unknown>;
  onClose: () => void;
}

/** Asks once before nobody may use a route any more. What another administrator has changed meanwhile is shown first. */
export function RemovePolicy({ policy, remove, onClose }: RemovePolicyProps) {
  const action = useAction();
  /** What its author has been shown. */
  const [seen, setSeen] = useState(policy);
  const newer = newerPolicy(action.failure);
  const act = async () => {
    const next = newer ?? seen;
    setSeen(next);
    const done = await action.run(() =>
      remove(next.version).catch((error: unknown) => {
        // Another administrator was first, and wanted the same.
        if (problemOf(error)?.status !== 404) throw error;
      }),
    );
    if (done) onClose();
  };
  return (
    <ActionDialog
      act={() => void act()}
      busy={action.busy}
      closesOutside
      danger
      description={text.removePolicyDetail}
      onClose={onClose}
      title={text.removePolicyAsk(visibleText(policy.route))}
      yes={text.removePolicyYes}
    >
      {newer === undefined || newer === null ? (
        <Failed of={action.failure} title={text.removeFailed} />
      ) : (
        <PolicyConflict
          lead={words.removalLead}
          mine={seen}
          mineLabel={words.seen}
          theirs={newer}
        />
      )}
    </ActionDialog>
  );
}

import { onlyReads } from '@countersign/desk/permissions';
import { CircleStop, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { isPending, latestRequest, refusal, requestRungs } from '../../../live/control-request.ts';
import { useMe } from '../../../live/queries.ts';
import { useClient } from '../../../live/session/client-context.tsx';
import { useOutbox } from '../../../live/session/connection.ts';
import { useThread } from '../../../live/thread.ts';
import { commonText, unreadText as text } from '../../../text/texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogCancel } from '../../../ui/dialog-cancel.tsx';
import { Ladder } from '../../../ui/marks/ladder.tsx';

function StopDialog({ onYes, onClose }: { onYes: () => void; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text.ask}
      description={text.detail}
      footer={
        <>
          <DialogCancel focused />
          <Button variant="danger" onClick={onYes}>
            {text.yes}
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  );
}

/** A question that could not be read: the operator can still instruct or stop. */
export function UnreadNote({ taskId }: { taskId: string }) {
  const client = useClient();
  const outbox = useOutbox();
  const isViewer = onlyReads(useMe().data);
  const thread = useThread(taskId, (view) => (view.status === 'ready' ? view.thread : null));
  const [asking, setAsking] = useState(false);
  const request = thread === null ? null : latestRequest(thread, outbox);
  const stopping = request?.action === 'stop' ? request : null;
  const mayStop =
    !isViewer &&
    thread !== null &&
    refusal('stop', { status: thread.run.status, stop: 'close', asks: true }) === null &&
    !(stopping !== null && isPending(stopping));
  return (
    <Banner
      tone="need"
      icon={TriangleAlert}
      role="status"
      action={
        mayStop && (
          <Button small icon={CircleStop} onClick={() => setAsking(true)}>
            {text.stop}
          </Button>
        )
      }
    >
      <b className="strong">{text.title}</b>
      {commonText.gap}
      {text.note}
      {stopping !== null && <Ladder rungs={requestRungs(stopping)} label={text.way} />}
      {asking && (
        <StopDialog
          onClose={() => setAsking(false)}
          onYes={() => {
            setAsking(false);
            client.outbox.control({ taskId, action: 'stop' });
          }}
        />
      )}
    </Banner>
  );
}

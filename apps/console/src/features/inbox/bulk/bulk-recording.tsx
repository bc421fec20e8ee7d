import { useEffect, useMemo, useRef } from 'react';
import { useKnownRows } from '../../../live/prompts/known-prompts.ts';
import { bulkText as text } from '../../../text/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import './bulk-answer.css';

interface RecordingProps {
  /** The rows that are being recorded. */
  ids: readonly string[];
  recalling: boolean;
  onRecall: () => void;
}

/** How far an answer to many is recorded; nothing leaves before the last row is, and all can be taken back meanwhile. */
export function BulkRecording({ ids, recalling, onRecall }: RecordingProps) {
  const known = useKnownRows();
  const place = useRef<HTMLElement>(null);
  // The button that had the focus is gone: the recall key acts from here.
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const wanted = useMemo(() => new Set(ids), [ids]);
  const done = known.filter(({ id, state }) => state !== 'open' && wanted.has(id)).length;
  return (
    <footer className="line-above bulk-answer stack rigid" tabIndex={-1} ref={place}>
      <div className="row-wide wraps-on-phone">
        <b className="strong tabular nowrap" role="status">
          {text.recording(done, ids.length)}
        </b>
        <progress className="grow" max={ids.length} value={done} aria-label={text.sending} />
        <Button busy={recalling} data-decides onClick={onRecall}>
          {text.recallAll(ids.length)}
          <Kbd keys="z" />
        </Button>
      </div>
      <p className="small muted">{text.recordingHint}</p>
    </footer>
  );
}

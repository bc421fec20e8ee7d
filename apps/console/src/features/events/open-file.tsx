import { FileUp, OctagonX } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { type OpenRecording, openRecording, readRecording } from '../../live/events/recording.ts';
import { eventsText } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import './open-file.css';

const text = eventsText.file;

interface OpenFileProps {
  onOpen: (opened: OpenRecording, fileName: string) => void;
}

type Reading =
  | { kind: 'idle' }
  | { kind: 'reading'; words: string }
  | { kind: 'refused'; title: string; detail: string };

/** Takes a file by choice or by drop, and reads it in the browser. */
export function OpenFile({ onOpen }: OpenFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState<Reading>({ kind: 'idle' });
  const [over, setOver] = useState(false);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const say = (words: string) => setReading({ kind: 'reading', words });
    say(text.reading(0));
    try {
      const recording = await readRecording(file, (share) => say(text.reading(share)));
      if (recording === null) {
        setReading({ kind: 'refused', title: text.empty, detail: text.emptyDetail });
        return;
      }
      onOpen(await openRecording(recording, (share) => say(text.folding(share))), file.name);
    } catch (error) {
      const detail = error instanceof Error ? error.message : '';
      setReading({ kind: 'refused', title: text.unreadable, detail });
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file does the same as the button
    <div
      className={over ? 'rounded file-drop stack-wide is-over' : 'rounded file-drop stack-wide'}
      onDragLeave={() => setOver(false)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDrop={onDrop}
    >
      <Icon of={FileUp} />
      <h1>{text.title}</h1>
      <p className="muted">{text.lead}</p>
      {reading.kind === 'refused' ? (
        <Banner icon={OctagonX} role="alert" tone="fail">
          <b className="strong">{reading.title}</b> {reading.detail}
        </Banner>
      ) : null}
      <input
        accept=".jsonl,.ndjson,.json,application/x-ndjson"
        aria-label={text.choose}
        className="visually-hidden"
        onChange={({ target }) => {
          void read(target.files?.[0]);
          // The same file again must count as a choice again.
          target.value = '';
        }}
        ref={input}
        tabIndex={-1}
        type="file"
      />
      <p className="row-tight">
        <Button
          busy={reading.kind === 'reading'}
          onClick={() => input.current?.click()}
          variant="primary"
        >
          {text.choose}
        </Button>
        <span className="muted" role="status">
          {reading.kind === 'reading' ? reading.words : text.drop}
        </span>
      </p>
    </div>
  );
}

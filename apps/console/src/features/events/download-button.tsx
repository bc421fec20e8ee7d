import { Download } from 'lucide-react';
import { errorText } from '../../live/problem-text.ts';
import type { TaskSource } from '../../live/task-source.ts';
import { useAction } from '../../live/use-action.ts';
import { commonText } from '../../text/common.ts';
import { eventsText as text } from '../../text/events.ts';
import { Icon } from '../../ui/icon.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Spinner } from '../../ui/spinner.tsx';

/** Saves the events of a task; hidden if the task is an opened file. A link would not do: it carries no proof of the session. */
export function DownloadButton({ source }: { source: TaskSource }) {
  const { busy, failure, run } = useAction();
  const { download, taskId } = source;
  if (download === null) return null;
  const name = `${taskId.replaceAll(/[^A-Za-z0-9._-]/g, '_')}.jsonl`;
  return (
    <>
      {failure === null ? null : (
        <span className="muted" role="alert">
          {text.downloadFailed}
          {commonText.gap}
          {errorText(failure)}
        </span>
      )}
      <button
        aria-busy={busy || undefined}
        className="link row-tight nowrap target-height"
        disabled={busy}
        onClick={() => void run(async () => saveFile(name, await download()))}
        type="button"
      >
        {busy ? <Spinner /> : <Icon of={Download} small />}
        {text.download}
      </button>
    </>
  );
}

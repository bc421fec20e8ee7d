import { lineageOf } from '@countersign/thread/lineage';
import type { Thread } from '@countersign/thread/thread';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FolderOpen, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { OpenFile } from '../features/events/open-file.tsx';
import { RecordingList } from '../features/events/recording-list.tsx';
import type { StreamEnvironment } from '../features/stream/stream-context.tsx';
import type { OpenRecording } from '../live/events/recording.ts';
import { recordingsFolder, useRecording } from '../live/events/recordings.ts';
import { readableId, senderName } from '../text/sender-name.ts';
import { commonText, eventsText, taskText } from '../text/texts.ts';
import { visibleText } from '../text/visible-text.ts';
import { AgentAvatar } from '../ui/avatar.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TaskBadge } from '../ui/marks/task-badge.tsx';
import { statusInputOfThread } from '../ui/marks/task-status.ts';
import { parseRecording } from './tasks/task-search.ts';
import { TaskView } from './tasks/task-view.tsx';
import '../features/task/task.css';

const text = eventsText.file;
const nameOf = (id: string) =>
  senderName(id, (agentId) => readableId(agentId.replace(/^operator:/, '')));

interface Opened {
  recording: OpenRecording;
  fileName: string;
}

/** An exported task, without any server: outside of the frame, since no sign-in is needed. A demo lists its recordings here. */
export function OpenPage() {
  const folder = recordingsFolder();
  const name = parseRecording(useSearch({ strict: false }));
  const [opened, setOpened] = useState<Opened | null>(null);
  const navigate = useNavigate();
  const close = () => {
    setOpened(null);
    void navigate({ to: '/open', search: {}, replace: true });
  };
  const recorded = folder !== null && name !== null && opened === null;
  return (
    <div className="opened">
      <header className="line-below row top-bar">
        <p className="row brand">
          <img alt="" height="20" src="/favicon.svg" width="20" />
          {commonText.product}
        </p>
        <span className="grow" />
        {opened === null && !recorded ? null : (
          <Button icon={FolderOpen} onClick={close} small>
            {folder === null ? text.another : text.recordings}
          </Button>
        )}
        {folder !== null ? null : (
          <Link className="button button-small" to="/inbox">
            {text.toConsole}
          </Link>
        )}
      </header>
      {folder === null ? null : <p className="recording-note small">{text.recordingNote}</p>}
      <main>
        {opened !== null ? (
          <OpenedTask {...opened} />
        ) : recorded ? (
          <RecordedTask folder={folder} name={name} />
        ) : (
          <div className="full-height scrolls centred-page">
            {folder === null ? null : <RecordingList folder={folder} />}
            <OpenFile onOpen={(recording, fileName) => setOpened({ recording, fileName })} />
          </div>
        )}
      </main>
    </div>
  );
}

function RecordedTask({ folder, name }: { folder: string; name: string }) {
  const { data, isPending } = useRecording(folder, name);
  if (isPending) return null;
  if (data) return <OpenedTask fileName={`${name}.jsonl`} key={name} recording={data} />;
  return <EmptyState title={text.unreadable} />;
}

function OpenedTask({ recording, fileName }: Opened) {
  const { thread, envelopes } = recording;
  const endedAt = envelopes.at(-1)?.receivedAt ?? 0;
  const world = useMemo<StreamEnvironment>(
    () => ({
      agentName: nameOf,
      operatorName: nameOf,
      me: null,
      // Time stops where the file ends.
      now: () => endedAt,
      say: null,
      promptLink: (_, children, className) =>
        // Without an action, there is no button.
        className === 'button' ? null : <span>{children}</span>,
    }),
    [endedAt],
  );
  return (
    <TaskView
      header={<FileHeader fileName={fileName} thread={thread} />}
      live={thread}
      nameOf={nameOf}
      onRestart={null}
      restartRefused={null}
      sayBox={null}
      source={recording.source}
      status={<Remarks recording={recording} />}
      world={world}
    />
  );
}

function FileHeader({ thread, fileName }: { thread: Thread; fileName: string }) {
  const agents = thread.agents.filter((id) => id !== 'countersign' && !id.startsWith('operator:'));
  const title = visibleText(lineageOf(thread).nodes[0]?.label ?? text.untitled);
  return (
    <header className="page-head full-row stack-tight">
      <div className="row task-title wraps-on-phone">
        <h1 className="truncate" title={title}>
          {title}
        </h1>
        {thread.run.status === 'idle' ? null : (
          <TaskBadge
            statusInput={statusInputOfThread(thread, {
              runStatus: thread.run.status,
              state: thread.upState ?? null,
            })}
          />
        )}
      </div>
      <div className="task-figures running small muted nowrap">
        <span className="row-tight">
          {agents.slice(0, 6).map((id) => (
            <AgentAvatar key={id} name={nameOf(id)} />
          ))}
          <span className="task-count">{taskText.agents(agents.length)}</span>
        </span>
        <span className="truncate">
          {text.file}{' '}
          <b dir="auto" lang="">
            {visibleText(fileName)}
          </b>
        </span>
      </div>
    </header>
  );
}

/** What of the file is not shown, and why. */
function Remarks({ recording }: { recording: OpenRecording }) {
  const { badLines, firstBad, otherTasks } = recording;
  if (badLines === 0 && otherTasks === 0) return null;
  return (
    <Banner icon={TriangleAlert} role="status" tone="hold">
      {badLines === 0 ? null : text.bad(badLines, firstBad ?? 0)}
      {commonText.gap}
      {otherTasks === 0 ? null : text.others(otherTasks)}
    </Banner>
  );
}

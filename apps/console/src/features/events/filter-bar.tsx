import { Download, FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventLogState } from '../../live/events/event-log.ts';
import { errorText } from '../../live/problem-text.ts';
import type { TaskSource } from '../../live/task-source.ts';
import { useAction } from '../../live/use-action.ts';
import { commonText, eventsText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { saveFile } from '../../ui/files/save-file.ts';
import { Icon } from '../../ui/icon.tsx';
import { Input } from '../../ui/input.tsx';
import { Spinner } from '../../ui/marks/spinner.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import type { EventFilter } from './event-filter.ts';
import '../../ui/toolbar.css';

/** Saves the events of a task; hidden if the task is an opened file. A link would not do: it carries no proof of the session. */
function DownloadButton({ source }: { source: TaskSource }) {
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

export type EventsMode = 'list' | 'report';

interface FilterBarProps {
  state: EventLogState;
  filter: EventFilter;
  matching: number;
  total: number;
  mode: EventsMode;
  nameOf: (agentId: string) => string;
  source: TaskSource;
  /** Leads to the page that opens files; null where it is one. */
  openLink: ((children: ReactNode) => ReactNode) | null;
  onFilter: (filter: EventFilter) => void;
  onMode: (mode: EventsMode) => void;
}

/** Over the list: what is listed, and what can be done with all of it. */
export function FilterBar(props: FilterBarProps) {
  const { state, filter, mode, onFilter } = props;
  const types = [...state.types].sort(([left], [right]) => left.localeCompare(right));
  const agents = [...state.health.keys()].sort();
  const read = state.high === 0 ? 0 : state.high - state.low + 1;
  const reading = state.status === 'loading' && read < props.total;
  return (
    <div className="row-wrap rigid toolbar line-below">
      {mode === 'list' ? (
        <>
          <Select
            aria-label={text.type}
            onChange={(type) => onFilter({ ...filter, type })}
            options={types.map(([type, count]) => ({ value: type, label: `${type} (${count})` }))}
            placeholder={`${text.type} ${text.all}`}
            value={filter.type}
          />
          <Select
            aria-label={text.agent}
            onChange={(agentId) => onFilter({ ...filter, agentId })}
            options={[...agents, 'countersign'].map((id) => ({
              value: id,
              label: id === 'countersign' ? text.server : visibleText(props.nameOf(id)),
            }))}
            placeholder={`${text.agent} ${text.all}`}
            value={filter.agentId}
          />
          <Input
            aria-label={text.find}
            onChange={({ target }) => onFilter({ ...filter, query: target.value })}
            placeholder={text.findHint}
            title={text.searchedPart}
            type="search"
            value={filter.query}
          />
          <button
            aria-pressed={filter.onlyAnomalies}
            className="row-inline rigid nowrap rounded filter-chip"
            onClick={() => onFilter({ ...filter, onlyAnomalies: !filter.onlyAnomalies })}
            type="button"
          >
            {text.onlyAnomalies} <span className="tabular">{state.anomalies}</span>
          </button>
          <span className="muted tabular nowrap" role="status">
            {reading ? text.reading(read, props.total) : text.shown(props.matching, props.total)}
          </span>
          {state.floor > 1 ? <span className="muted">{text.floor(state.floor)}</span> : null}
        </>
      ) : null}
      <span className="row-wrap to-end">
        <DownloadButton source={props.source} />
        {props.openLink?.(
          <>
            <Icon of={FolderOpen} small />
            {text.openFile}
          </>,
        )}
        <Segmented
          label={text.views}
          onChange={props.onMode}
          options={[
            { value: 'list', label: text.asList },
            { value: 'report', label: text.asReport },
          ]}
          value={mode}
        />
      </span>
    </div>
  );
}

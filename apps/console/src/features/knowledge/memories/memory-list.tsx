import type { MemoryRow } from '@countersign/api/knowledge-memory';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { LiveTime } from '../../../live/session/live-time.tsx';
import { useServerMinute } from '../../../live/session/server-now.ts';
import { memoryText as text } from '../../../text/knowledge.ts';
import { commonText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { AgentLabel, pathOf } from '../links.tsx';
import { nameOf, StatusBadge, TypeMark } from './memory-facts.tsx';

interface MemoryListProps {
  rows: readonly MemoryRow[];
  /** The memory that is open beside the list. */
  open: string | null;
}

/** Arrow keys, J and K go from row to row; Enter opens. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a.memory-row')];
  const next = links[links.findIndex((link) => link.matches(':focus')) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Memories, two lines each. */
export function MemoryList({ rows, open }: MemoryListProps) {
  const now = useServerMinute();
  return (
    <ul aria-label={text.list} onKeyDown={moveFocus}>
      {rows.map((memory) => (
        <li key={memory.id}>
          <Link
            aria-current={memory.id === open ? 'true' : undefined}
            className="stack memory-row soft-line-below hovers"
            params={{ _splat: pathOf('memories', memory.id) }}
            search={(before: Record<string, unknown>) => before}
            to="/knowledge/$"
          >
            <span className="row">
              <TypeMark type={memory.type} />
              <b className="strong truncate grow" dir="auto" lang="">
                {nameOf(memory)}
              </b>
              <StatusBadge memory={memory} now={now} />
              <span className="small muted rigid">
                <LiveTime at={memory.at} />
              </span>
            </span>
            <span className="row-wide small muted clipped memory-row-facts">
              <AgentLabel id={memory.agent} />
              <span className="nowrap">{text.layers[memory.layer]}</span>
              <span className="nowrap desk-only">{text.origins[memory.origin]}</span>
              {memory.importance === 'high' ? (
                <span className="nowrap ink">
                  {commonText.pair(text.importance, text.importances.high)}
                </span>
              ) : null}
              {memory.linkCount === 0 ? null : (
                <span className="nowrap desk-only">{text.linkCount(memory.linkCount)}</span>
              )}
              <span className="truncate" dir="auto" lang="">
                {visibleText(commonText.inRow(memory.tags))}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

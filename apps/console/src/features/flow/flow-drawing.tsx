import { useMemo } from 'react';
import { commonText, flowText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import type { FlowTask } from './flow.ts';
import { BOX, placeTasks } from './flow-graph.ts';
import { StatusIcon } from './status-icon.tsx';

const MAX_DRAWN = 150;

interface FlowDrawingProps {
  roots: readonly FlowTask[];
  nameOf: (agentId: string) => string;
  onShow: (itemKey: string) => void;
  took: (from: number, to: number | null) => string;
}

/** The hand-overs between agents, as a graph from left to right. The list below has the same content. */
export function FlowDrawing({ roots, nameOf, onShow, took }: FlowDrawingProps) {
  const { nodes, width, height } = useMemo(() => placeTasks(roots), [roots]);
  const byKey = useMemo(() => new Map(nodes.map((node) => [node.task.key, node])), [nodes]);
  const drawn = nodes.slice(0, MAX_DRAWN);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={text.graph(nodes.length)} className="scrolls flow-graph" tabIndex={0}>
      <div style={{ width, height, position: 'relative' }}>
        <svg aria-hidden="true" height={height} width={width}>
          {drawn.map(({ task, x, y, parentKey }) => {
            const parent = parentKey === null ? undefined : byKey.get(parentKey);
            if (parent === undefined) return null;
            const fromX = parent.x + BOX.width;
            const fromY = parent.y + BOX.height / 2;
            const middle = fromX + BOX.gapX / 2;
            const toY = y + BOX.height / 2;
            return (
              <path
                className={task.status === 'running' ? 'flow-edge is-on' : 'flow-edge'}
                d={`M${fromX} ${fromY}H${middle}V${toY}H${x}`}
                key={task.key}
              />
            );
          })}
        </svg>
        {drawn.map(({ task, x, y }) => {
          const { itemKey } = task;
          const calls = task.steps.reduce((sum, step) => sum + step.calls.length, 0);
          const steps = task.steps.filter(
            ({ name, wait }) => name !== null && wait === undefined,
          ).length;
          return (
            <button
              className={`on-canvas framed ink stack hovers flow-node small flow-${task.status}`}
              disabled={itemKey === null}
              key={task.key}
              onClick={() => itemKey !== null && onShow(itemKey)}
              style={{ left: x, top: y, width: BOX.width, height: BOX.height }}
              type="button"
            >
              <span className="row-tight">
                <AgentAvatar name={nameOf(task.agentId)} />
                <span className="truncate grow" dir="auto" lang="">
                  {visibleText(task.name ?? nameOf(task.agentId))}
                </span>
                <StatusIcon status={task.status} />
              </span>
              <span className="muted tabular truncate">
                {commonText.inRow(
                  [
                    took(task.startedAt, task.endedAt),
                    steps > 0 ? text.steps(steps) : '',
                    calls > 0 ? text.calls(calls) : '',
                  ].filter(Boolean),
                )}
              </span>
            </button>
          );
        })}
      </div>
    </section>
  );
}

import type { PromptRow } from '@countersign/api/prompt-row';
import type { Task } from '@countersign/api/task';
import {
  Ban,
  CircleCheck,
  CirclePause,
  CirclePlay,
  Hourglass,
  type LucideIcon,
  OctagonX,
  Scissors,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useServerNow } from '../../live/session/server-now.ts';
import { figure } from '../../text/count.ts';
import { commonText, wallText as words } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { filled } from '../../ui/filled.ts';
import { formatSpan } from '../../ui/format-time.ts';
import { Diamond, Icon, type Tone } from '../../ui/icon.tsx';
import { type Face, faceOfTask, faces } from '../../ui/marks/task-appearance.ts';
import { countFaces } from './choose-tiles.ts';

const looks: Record<Exclude<Face, 'need' | 'offer'>, { tone: Tone; icon: LucideIcon }> = {
  run: { tone: 'run', icon: CirclePlay },
  wait: { tone: 'idle', icon: Hourglass },
  hold: { tone: 'hold', icon: CirclePause },
  cut: { tone: 'hold', icon: Scissors },
  fail: { tone: 'fail', icon: OctagonX },
  done: { tone: 'done', icon: CircleCheck },
  off: { tone: 'idle', icon: Ban },
};

const toneOf = (face: Face): Tone =>
  face === 'need' || face === 'offer' ? face : looks[face].tone;

export function FaceMark({ face }: { face: Face }) {
  if (face === 'need' || face === 'offer') return <Diamond filled={face === 'need'} small />;
  const { tone, icon } = looks[face];
  return <Icon of={icon} small tone={tone} />;
}

/** How many tasks have which status: a bar, its key, and how long the oldest question waits. */
export function Summary({
  tasks,
  prompts,
  children,
}: {
  tasks: readonly Task[];
  /** Open blocking questions. */
  prompts: readonly PromptRow[];
  children: ReactNode;
}) {
  const counts = countFaces(tasks);
  const shown = faces.filter((face) => (counts.get(face) ?? 0) > 0);
  const oldest = Math.min(...prompts.map(({ openedAt }) => openedAt));
  return (
    <div className="line-below wall-summary cells">
      <h1 className="wall-counts nowrap regular">
        <span className="tile-question tabular">{figure(tasks.length)}</span>{' '}
        <span className="muted">{words.tasks(tasks.length)}</span>
      </h1>
      <div>
        <div aria-hidden="true" className="side-by-side wall-bar">
          {shown.map((face) => (
            <i
              className={face === 'off' ? 'is-off' : undefined}
              data-tone={toneOf(face)}
              key={face}
              style={{ flexGrow: counts.get(face) }}
            />
          ))}
        </div>
        <ul className="side-by-side wrapping wall-legend small nowrap">
          {shown.map((face) => (
            <li className="row-tight" key={face}>
              <FaceMark face={face} />
              <b className="strong tabular">{figure(counts.get(face) ?? 0)}</b>
              <span className="muted">{words.faces[face]}</span>
            </li>
          ))}
          {prompts.length === 0 ? null : (
            <li className="row-loose wrapping muted to-end wall-late">
              <span>{filled(words.oldestBlocking, <Since at={oldest} />)}</span>
              <span>
                {filled(
                  words.unclaimed,
                  <b className="tabular ink">
                    {figure(prompts.filter(({ claim }) => claim === null).length)}
                  </b>,
                )}
              </span>
            </li>
          )}
        </ul>
      </div>
      <div className="row wall-actions wraps-on-phone controls-grow-on-phone">{children}</div>
    </div>
  );
}

const Since = ({ at }: { at: number }) => (
  <b className="tabular ink">{formatSpan(useServerNow() - at)}</b>
);

const NAMED = 4;

/** The tasks without a tile: their status, the most urgent by name, and a link to all of them. */
export function Rest({
  tasks,
  taskLink,
  listLink,
}: {
  /** The most pressing first. */
  tasks: readonly Task[];
  taskLink: (taskId: string, children: ReactNode) => ReactNode;
  listLink: (children: ReactNode) => ReactNode;
}) {
  if (tasks.length === 0) return null;
  const counts = countFaces(tasks);
  const reported = faces
    .filter((face) => (counts.get(face) ?? 0) > 0)
    .map((face) => words.rest[face](counts.get(face) ?? 0));
  return (
    <footer className="fine-print clipped line-above wall-rest row-loose nowrap wraps-on-phone">
      <span>
        <b className="strong">{words.and(tasks.length)}</b> {commonText.inRow(reported)}
      </span>
      {tasks.slice(0, NAMED).map((task) => (
        <span className="row-tight wall-oldest" key={task.id}>
          <FaceMark face={faceOfTask(task)} />
          {taskLink(
            task.id,
            <span className="truncate" dir="auto" lang="">
              {visibleText(task.title || words.untitled)}
            </span>,
          )}
        </span>
      ))}
      <span className="grow" />
      {listLink(words.asList)}
    </footer>
  );
}

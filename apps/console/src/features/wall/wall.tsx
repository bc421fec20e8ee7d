import type { PromptRow } from '@countersign/api/prompt-row';
import type { Task } from '@countersign/api/task';
import type { OutboxEntry } from '@countersign/client/client';
import { Pause, Play } from 'lucide-react';
import { type FocusEvent, type ReactNode, useMemo, useState } from 'react';
import { useServerNow } from '../../live/session/server-now.ts';
import { wallText as words } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type KeyBinding, useKeys } from '../../ui/keys/keys.tsx';
import { ErrorBoundary } from '../../ui/parts/error-boundary.tsx';
import { ChooseMenu } from './choose-menu.tsx';
import { isOnWall, MAX_TILES, promptsByTask, rankTasks } from './choose-tiles.ts';
import { Rest, Summary } from './summary.tsx';
import { Tile, type WallEnvironment } from './tile.tsx';
import './wall.css';
import { useCallback, useEffect } from 'react';
import { nextSlots } from './choose-tiles.ts';

interface TilesView {
  /** Ids of the tiles in their places. */
  slots: readonly string[];
  /** How many tiles would be exchanged if the picture were not held. */
  waiting: number;
  /** Where the pointer and the focus are; null = nowhere. */
  onPoint: (taskId: string | null) => void;
  onFocusTile: (taskId: string | null) => void;
  onInside: (inside: boolean) => void;
}

interface TilesInput {
  tasks: readonly Task[];
  /** Open blocking questions by task, the most urgent first. */
  questions: ReadonlyMap<string, readonly PromptRow[]>;
  pinned: readonly string[];
  held: boolean;
  now: number;
}

/** Chooses the tiles and keeps them still: what is pointed at or has the focus is never exchanged, and a held picture not at all. */
function useTiles({ tasks, questions, pinned, held, now }: TilesInput): TilesView {
  const [slots, setSlots] = useState<readonly string[]>([]);
  const [pointed, onPoint] = useState<string | null>(null);
  const [focused, onFocusTile] = useState<string | null>(null);
  const [inside, setInside] = useState(false);
  const onInside = useCallback((next: boolean) => setInside(next), []);
  // A minute is precise enough for the time after which a task leaves the wall; the tiles are not chosen again each second.
  const minute = Math.floor(now / 60_000) * 60_000;
  const ranked = useMemo(
    () =>
      rankTasks(tasks, { pinned, questions, shown: new Set(slots), now: minute }).map(
        ({ id }) => id,
      ),
    [tasks, questions, pinned, slots, minute],
  );
  const kept = useMemo(
    () => new Set([pointed, focused].filter((id) => id !== null)),
    [pointed, focused],
  );
  const wanted = nextSlots(slots, ranked, { kept, busy: inside || focused !== null });
  const isFirst = slots.length === 0;
  useEffect(() => {
    if (wanted !== slots && (!held || isFirst)) setSlots(wanted);
  }, [wanted, slots, held, isFirst]);
  const waiting = held ? wanted.filter((id) => !slots.includes(id)).length : 0;
  return { slots, waiting, onPoint, onFocusTile, onInside };
}

export interface WallProps {
  tasks: readonly Task[];
  /** Every open prompt. */
  prompts: readonly PromptRow[];
  outbox: readonly OutboxEntry[];
  /** Tasks that keep a tile, in the order they were chosen. */
  pinned: readonly string[];
  onPinned: (pinned: readonly string[]) => void;
  onOpen: (goal: { taskId: string; promptId: string | null }) => void;
  listLink: (children: ReactNode) => ReactNode;
  world: Omit<WallEnvironment, 'onPin' | 'onPoint' | 'onFocusTile'>;
}

const none: readonly PromptRow[] = [];

/** Up to seven live tasks side by side, the rest in one line. */
export function Wall(props: WallProps) {
  const { tasks, prompts, outbox, pinned, onPinned, onOpen, listLink, world: outer } = props;
  const [held, setHeld] = useState(false);
  const now = useServerNow();
  const minute = Math.floor(now / 60_000) * 60_000;
  const byTask = useMemo(() => promptsByTask(prompts), [prompts]);
  const tiles = useTiles({ tasks, questions: byTask, pinned, held, now });
  const { slots, onPoint, onFocusTile } = tiles;
  const byId = useMemo(() => new Map(tasks.map((task) => [task.id, task])), [tasks]);
  const onPin = (taskId: string) =>
    onPinned(
      pinned.includes(taskId)
        ? pinned.filter((id) => id !== taskId)
        : [...pinned, taskId].slice(-MAX_TILES),
    );
  const world = useStableWorld({ ...outer, onPin, onPoint, onFocusTile });
  const shown = slots.map((id) => byId.get(id)).filter((task) => task !== undefined);
  const onWall = tasks.filter((task) => isOnWall(task, minute));
  const isShown = new Set(slots);
  const ranked = rankTasks(tasks, {
    pinned,
    questions: byTask,
    shown: isShown,
    now: minute,
  });
  const open = (place: number) => {
    const task = shown[place - 1];
    if (task !== undefined) {
      onOpen({ taskId: task.id, promptId: byTask.get(task.id)?.[0]?.id ?? null });
    }
  };
  useKeys({ id: 'wall', name: words.keysName, bindings: bindings(open, () => setHeld(!held)) });
  return (
    <div className="full-height wall">
      <Summary prompts={[...byTask.values()].flat()} tasks={onWall}>
        <ChooseMenu
          onPin={onPin}
          onUnpinAll={() => onPinned([])}
          pinned={pinned}
          tasks={[...ranked, ...tasks.filter((task) => !isOnWall(task, minute))]}
        />
        <Button
          aria-pressed={held}
          icon={held ? Play : Pause}
          onClick={() => setHeld(!held)}
          title={words.holdHint}
        >
          {held ? words.held2 : words.hold}
        </Button>
        {tiles.waiting > 0 ? (
          <span className="small muted tabular" role="status">
            {words.wouldChange(tiles.waiting)}
          </span>
        ) : null}
      </Summary>
      {shown.length === 0 ? (
        <div className="wall-none">
          <EmptyState action={listLink(words.noneAction)} title={words.none}>
            {words.noneDetail}
          </EmptyState>
        </div>
      ) : (
        <section
          aria-label={words.tiles}
          className={`clipped tiles tiles-${shown.length}`}
          onBlur={(event) => leaves(event) && onFocusTile(null)}
          onPointerEnter={() => tiles.onInside(true)}
          onPointerLeave={() => tiles.onInside(false)}
        >
          {shown.map((task, index) => (
            <ErrorBoundary key={task.id}>
              <Tile
                outbox={outbox}
                pinned={pinned.includes(task.id)}
                place={index + 1}
                prompts={byTask.get(task.id) ?? none}
                task={task}
                world={world}
              />
            </ErrorBoundary>
          ))}
        </section>
      )}
      <Rest
        listLink={listLink}
        taskLink={world.taskLink}
        tasks={ranked.filter(({ id }) => !isShown.has(id))}
      />
    </div>
  );
}

const leaves = ({ currentTarget, relatedTarget }: FocusEvent) =>
  !(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget);

function bindings(open: (place: number) => void, hold: () => void): KeyBinding[] {
  const places = Array.from({ length: MAX_TILES }, (_, index) => index + 1);
  return [
    ...places.map((place) => ({
      keys: String(place),
      label: words.keyOpen(place),
      run: () => open(place),
      hidden: place > 1,
    })),
    { keys: 'h', label: words.keyHold, run: hold },
  ];
}

/** The same object while its members are: a tile is drawn again for its own sake only. */
function useStableWorld(world: WallEnvironment): WallEnvironment {
  const [stable] = useState<{ current: WallEnvironment; face: WallEnvironment }>(() => {
    const box = { current: world, face: world };
    box.face = {
      ...world,
      onPin: (taskId) => box.current.onPin(taskId),
      onControl: (taskId, action) => box.current.onControl(taskId, action),
    };
    return box;
  });
  stable.current = world;
  const { face } = stable;
  const same =
    face.meId === world.meId &&
    face.readOnly === world.readOnly &&
    face.offline === world.offline &&
    face.nameOf === world.nameOf;
  if (!same) {
    stable.face = {
      ...world,
      onPin: face.onPin,
      onControl: face.onControl,
    };
  }
  return stable.face;
}

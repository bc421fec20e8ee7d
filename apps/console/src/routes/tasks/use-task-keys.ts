import { type RefObject, useEffect, useRef } from 'react';
import { keysText, taskText } from '../../text/texts.ts';
import { restartFocusGuard } from '../../ui/keys/focus-guard.ts';
import { useKeys } from '../../ui/keys/keys.tsx';
import { type TaskTab, taskTabs } from './task-search.ts';

interface TaskKeys {
  /** The task on screen. */
  root: RefObject<HTMLElement | null>;
  onTab: (tab: TaskTab) => void;
}

/** The button of an action that can be asked for now. */
const buttonOf = (root: HTMLElement | null, action: 'pause' | 'resume' | 'stop') =>
  root?.querySelector<HTMLButtonElement>(`[data-control="${action}"]:enabled`);

/**
 * On a task: a digit per view, a letter for the message box, for pause and resume, and for stop, which asks for confirmation. Keys
 * that affect the agent wait, as all deciding letters, until the page has been shown for a moment.
 */
export function useTaskKeys({ root, onTab }: TaskKeys): void {
  const page = useRef<HTMLElement | null>(null);
  useEffect(() => {
    page.current = document.body;
    restartFocusGuard();
  }, []);
  useKeys({
    id: 'task',
    name: keysText.onTask,
    bindings: [
      ...taskTabs.map((tab, place) => ({
        keys: String(place + 1),
        label: taskText.tabs[tab],
        run: () => onTab(tab),
      })),
      {
        keys: 'm',
        label: keysText.message,
        run: () => root.current?.querySelector<HTMLElement>('[data-say]')?.focus(),
      },
    ],
  });
  useKeys({
    id: 'task-control',
    name: keysText.onTask,
    within: page,
    bindings: [
      {
        keys: 'h',
        label: keysText.pause,
        guarded: true,
        run: () => (buttonOf(root.current, 'pause') ?? buttonOf(root.current, 'resume'))?.click(),
      },
      {
        keys: 'q',
        label: keysText.stop,
        guarded: true,
        run: () => buttonOf(root.current, 'stop')?.click(),
      },
    ],
  });
}

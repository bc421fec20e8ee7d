import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { QueueFilter } from '../../features/inbox/queue-filter.ts';
import { classRowKey } from '../../features/inbox/queue-order.ts';
import type { QueueItem } from '../../features/inbox/use-queue.ts';
import { restartFocusGuard } from '../../ui/keys/focus-guard.ts';
import type { InboxSearch } from './inbox-search.ts';
import type { Cursor } from './use-cursor.ts';

/** Steps that follow each other faster belong to one walk, ms: a keyboard repeats a held key every 30 ms. */
const WALK_MS = 120;

/** The ways through the inbox. All of them are stable. */
export interface InboxNavigation {
  /** Opens a prompt; focus moves to its row. */
  prompt: (promptId: string) => void;
  /** Opens the prompt or table of a row. */
  row: (item: QueueItem) => void;
  /** A step to a row by key. Of a quick walk every row is marked, and only the first and the last are opened. */
  walk: (item: QueueItem) => void;
  /** From an answered prompt to the next: focus on its row, which is not armed by that. */
  next: (promptId: string) => void;
  table: (of: string) => void;
  back: () => void;
  /** Lets new prompts in, and clears closed ones; focus moves to the list. */
  admit: () => void;
  filter: (filter: QueueFilter) => void;
  group: (grouped: boolean) => void;
  view: (search: InboxSearch) => void;
}

interface Place {
  search: InboxSearch;
  /** Something is open on the right: what follows takes its place in the history. */
  isOpen: boolean;
  move: Cursor['move'];
  admit: () => void;
  listRef: RefObject<HTMLDivElement | null>;
}

export function useInboxNavigation(place: Place): InboxNavigation {
  const navigate = useNavigate();
  const latest = useRef(place);
  useEffect(() => {
    latest.current = place;
  });
  // A small window shows the list only after the open prompt was closed.
  const { isOpen } = place;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (hasClosed && document.activeElement === document.body)
      latest.current.listRef.current?.focus({ preventScroll: true });
  }, [isOpen]);
  const steps = useRef<{ at: number; rest?: ReturnType<typeof setTimeout> }>({ at: -WALK_MS });
  useEffect(() => () => clearTimeout(steps.current.rest), []);
  return useMemo(() => {
    const focusList = () => latest.current.listRef.current?.focus({ preventScroll: true });
    const besides = () => {
      const { table: _table, ...rest } = latest.current.search;
      return rest;
    };
    const to = (key: string | null) => {
      clearTimeout(steps.current.rest);
      focusList();
      latest.current.move(key);
      // What had focus shows something else now.
      restartFocusGuard();
    };
    const openPrompt = (promptId: string) => {
      const replace = latest.current.isOpen;
      void navigate({ to: '/inbox/$promptId', params: { promptId }, search: besides(), replace });
    };
    const openTable = (of: string) => {
      const replace = latest.current.isOpen;
      void navigate({ to: '/inbox', search: { ...besides(), table: of }, replace });
    };
    const openRow = ({ classKey, prompts }: QueueItem) => {
      if (classKey !== null) openTable(classKey);
      else if (prompts[0] !== undefined) openPrompt(prompts[0].id);
    };
    const prompt = (promptId: string) => {
      to(promptId);
      openPrompt(promptId);
    };
    const table = (of: string) => {
      to(classRowKey(of));
      openTable(of);
    };
    /** Another filter keeps the open prompt open. */
    const narrow = (search: InboxSearch) => void navigate({ to: '.', search, replace: true });
    return {
      prompt,
      row(item) {
        to(item.key);
        openRow(item);
      },
      walk(item) {
        const now = performance.now();
        const hurried = now - steps.current.at < WALK_MS;
        steps.current.at = now;
        to(item.key);
        if (!hurried) openRow(item);
        else
          steps.current.rest = setTimeout(() => {
            restartFocusGuard();
            openRow(item);
          }, WALK_MS);
      },
      next: prompt,
      table,
      back() {
        // The row of the closed prompt stays the current one.
        focusList();
        restartFocusGuard();
        void navigate({ to: '/inbox', search: besides() });
      },
      admit() {
        latest.current.admit();
        focusList();
      },
      filter(filter) {
        const { group, view } = latest.current.search;
        narrow({ ...filter, ...(group ? { group } : {}), ...(view ? { view } : {}) });
      },
      group(grouped) {
        narrow({ ...besides(), group: grouped ? 'equal' : 'none' });
      },
      view: narrow,
    };
  }, [navigate]);
}

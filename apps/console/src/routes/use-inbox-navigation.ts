import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { QueueFilter } from '../features/inbox/queue-filter.ts';
import { classRowKey } from '../features/inbox/queue-order.ts';
import type { QueueItem } from '../features/inbox/use-queue.ts';
import { restartFocusGuard } from '../ui/keys/focus-guard.ts';
import type { InboxSearch } from './inbox-search.ts';
import type { Cursor } from './use-cursor.ts';

/** The ways through the inbox. All of them are stable. */
export interface InboxNavigation {
  /** Opens a prompt; focus stands on its row. */
  prompt: (promptId: string) => void;
  /** Opens what a row stands for. */
  row: (item: QueueItem) => void;
  /** From an answered prompt to the next: focus on its row, which is not armed by that. */
  next: (promptId: string) => void;
  table: (of: string) => void;
  back: () => void;
  /** Lets in what is new, and clears what is done; focus stands on the list. */
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
  return useMemo(() => {
    const focusList = () => latest.current.listRef.current?.focus({ preventScroll: true });
    const besides = () => {
      const { table: _table, ...rest } = latest.current.search;
      return rest;
    };
    const to = (key: string | null) => {
      focusList();
      latest.current.move(key);
      // What had focus shows something else now.
      restartFocusGuard();
    };
    const prompt = (promptId: string) => {
      to(promptId);
      const replace = latest.current.isOpen;
      void navigate({ to: '/inbox/$promptId', params: { promptId }, search: besides(), replace });
    };
    const table = (of: string) => {
      to(classRowKey(of));
      const replace = latest.current.isOpen;
      void navigate({ to: '/inbox', search: { ...besides(), table: of }, replace });
    };
    /** Another filter leaves the open prompt where it is. */
    const narrow = (search: InboxSearch) => void navigate({ to: '.', search, replace: true });
    return {
      prompt,
      row(item) {
        if (item.classKey !== null) table(item.classKey);
        else if (item.prompts[0] !== undefined) prompt(item.prompts[0].id);
      },
      next: prompt,
      table,
      back() {
        to(null);
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
        const { group: _group, ...rest } = besides();
        narrow(grouped ? { ...rest, group: 'equal' } : rest);
      },
      view: narrow,
    };
  }, [navigate]);
}

import { useMatch, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { classRowKey } from '../../features/inbox/queue-order.ts';
import { type InboxSearch, SELECTED } from './inbox-search.ts';

/** The position in the inbox, from the address. */
export interface InboxPlace {
  search: InboxSearch;
  /** The prompt next to the queue; null = a table, or nothing. */
  selectedId: string | null;
  /** The table next to the queue; null = a prompt, or nothing. */
  tableName: string | null;
  isOpen: boolean;
  /** The row of what is open; after it was closed still the same one. */
  rowKey: string | null;
}

/** A table of selected prompts has no row: after it was closed, no row is current. */
function useLastOpen(key: string | null): string | null {
  const [last, setLast] = useState(key);
  if (key !== null && key !== last) setLast(key);
  return key ?? (last === classRowKey(SELECTED) ? null : last);
}

export function useInboxPlace(): InboxPlace {
  const search = useSearch({ from: '/frame/inbox' });
  const match = useMatch({ from: '/frame/inbox/$promptId', shouldThrow: false });
  const tableName = search.table ?? null;
  const selectedId = tableName === null ? (match?.params.promptId ?? null) : null;
  const rowKey = useLastOpen(tableName === null ? selectedId : classRowKey(tableName));
  return {
    search,
    selectedId,
    tableName,
    isOpen: selectedId !== null || tableName !== null,
    rowKey,
  };
}

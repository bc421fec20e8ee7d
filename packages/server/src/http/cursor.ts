/** A cursor is `<storeId>.<position>`: opaque to readers, invalid in another store. */
export function formatCursor(storeId: string, position: number): string {
  return `${storeId}.${position}`;
}

/** The position of a cursor of this store, or why there is none. */
export function parseCursor(
  cursor: string,
  store: { storeId: string; head: number },
): { position: number } | { reason: string } {
  const dot = cursor.lastIndexOf('.');
  const digits = cursor.slice(dot + 1);
  if (dot < 1 || !/^\d{1,15}$/.test(digits)) return { reason: 'This is not a cursor.' };
  if (cursor.slice(0, dot) !== store.storeId) return { reason: 'The cursor is of another store.' };
  const position = Number(digits);
  return position > store.head ? { reason: 'The cursor lies in the future.' } : { position };
}

/** As many rows as one call takes. */
export const MAX_ROWS = 1_000;

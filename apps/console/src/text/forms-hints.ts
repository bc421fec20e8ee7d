import { messages } from './messages.ts';

/** The limits a field has, as far as the schema gives them. */
export interface Limits {
  least?: number | undefined;
  most?: number | undefined;
}

export const { hintsText } = messages().formsHints;

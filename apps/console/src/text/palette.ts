import { messages } from './messages.ts';

export const { paletteText } = messages().palette;

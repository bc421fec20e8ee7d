import { messages } from './messages.ts';

export const { guideSections } = messages().guide;

import type { AskOrigin } from '../ask.ts';

/** The buttons of one message. */
export const buttonOrigin: AskOrigin = { protocol: 'hai', kind: 'button', answeredBy: 'words' };

/** A form that a message holds. */
export const formOrigin: AskOrigin = { protocol: 'hai', kind: 'form', answeredBy: 'words' };

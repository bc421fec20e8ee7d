import { media } from '../texts/media.ts';

/**
 * Whether the window has no space for the queue next to a prompt, or for a prompt with fixed head and answers: one of the two is
 * shown, and the prompt scrolls as a whole. The style sheets of inbox and decision use the same query.
 */
export const useSmall: () => boolean = media('(max-width: 999px), (max-height: 639px)');

/** Whether the text of an answer has no space between the content and the answers. */
export const useShort: () => boolean = media('(max-width: 1199px), (max-height: 799px)');

/** Whether the rail has to be narrow to leave space for the rest. */
export const useTight: () => boolean = media('(max-width: 1199px), (max-height: 639px)');

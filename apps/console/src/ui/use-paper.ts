import { media } from './media.ts';

/** Whether the page is being printed: on paper nothing can be opened. */
export const usePaper: () => boolean = media('print');

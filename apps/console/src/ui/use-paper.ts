import { media } from './media.ts';

/** Whether what is drawn goes on paper, where nothing can be opened. */
export const usePaper: () => boolean = media('print');

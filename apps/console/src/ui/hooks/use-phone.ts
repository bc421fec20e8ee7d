import { media } from '../texts/media.ts';

/** Whether the screen is phone-wide (640 px or less). */
export const usePhone: () => boolean = media('(max-width: 640px)');

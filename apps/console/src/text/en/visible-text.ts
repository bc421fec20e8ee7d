import { figure } from '../count.ts';

/** Texts shown in place of invisible characters. */
export const hiddenWords = {
  many: (count: number) => `⟨${figure(count)} hidden characters⟩`,
};

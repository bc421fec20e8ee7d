import { figure } from '../count.ts';

/** Texts around raw JSON. */
export const jsonWords = {
  showAll: (characters: number) => `Show all ${figure(characters)} characters`,
  more: (members: number) => `${figure(members)} more`,
};

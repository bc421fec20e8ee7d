import { figure } from '../count.ts';

/** Texts around raw JSON. */
export const jsonLabels = {
  showAll: (characters: number) => `Show all ${figure(characters)} characters`,
  more: (members: number) => `${figure(members)} more`,
};

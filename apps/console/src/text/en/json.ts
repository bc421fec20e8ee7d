/** Words around raw JSON. */
export const jsonWords = {
  showAll: (characters: number) => `Show all ${characters.toLocaleString('en')} characters`,
  more: (members: number) => `${members.toLocaleString('en')} more`,
};

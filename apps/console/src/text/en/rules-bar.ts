/** What every screen says of rules, apart from the words of their page: it is loaded with the first. */
export const rulesBarText = { stopped: 'Rules stopped' } as const;

/** What somebody did, with the word that the agent has for it beside ours: `approved as “Go on without it”`. */
export const didAs = (did: string, own: string): string => `${did} as “${own}”`;

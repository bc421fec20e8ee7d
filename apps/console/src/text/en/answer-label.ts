/** An answer with the agent's label next to ours: `approved as “Go on without it”`. */
export const withOwnLabel = (did: string, own: string): string => `${did} as “${own}”`;

/** Texts about rules on every screen, separate from those of their page because they are loaded at the start. */
export const rulesBarText = { stopped: 'Rules stopped' } as const;

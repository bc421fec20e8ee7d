/** Closed prompts are listed by the time of closing. */
export const closedPrompts = `
CREATE INDEX prompts_closed ON prompts(closed, id) WHERE closed IS NOT NULL;
`;

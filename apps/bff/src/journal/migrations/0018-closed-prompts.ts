/** What was closed is listed by when that was. */
export const closedPrompts = `
CREATE INDEX prompts_closed ON prompts(closed, id) WHERE closed IS NOT NULL;
`;

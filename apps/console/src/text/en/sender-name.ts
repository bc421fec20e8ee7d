/** How one is named for whom an agent speaks. */
export const senderWords = {
  /** Behind a mark: the name it gives, and the agent that gives it. */
  relayed: (name: string, by: string) => `“${name}”, by ${by}`,
  asksFor: (agent: string, name: string) => `${agent}, for “${name}”`,
};

/** The name of a sender that an agent acts for. */
export const senderText = {
  /** After a mark: the claimed name, and the agent that claims it. */
  relayed: (name: string, by: string) => `“${name}”, by ${by}`,
  asksFor: (agent: string, name: string) => `${agent}, for “${name}”`,
};

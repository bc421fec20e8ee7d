import type { Messages } from '../messages.ts';

export const senderWords: Messages['senderName']['senderWords'] = {
  relayed: (name, by) => `“${name}”（经 ${by}）`,
  asksFor: (agent, name) => `${agent}（代“${name}”）`,
};

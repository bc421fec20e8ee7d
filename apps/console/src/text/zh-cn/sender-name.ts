import type { Messages } from '../messages.ts';

export const senderText: Messages['senderName']['senderText'] = {
  relayed: (name, by) => `“${name}”（经 ${by}）`,
  asksFor: (agent, name) => `${agent}（代“${name}”）`,
};

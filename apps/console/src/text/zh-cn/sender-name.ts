import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const senderText: Messages['senderName']['senderText'] = {
  relayed: (name, by) => spaced`“${name}”（经${by}）`,
  asksFor: (agent, name) => `${agent}（代“${name}”）`,
};

import type { Messages } from '../messages.ts';

/** Who answered, when it was no operator but you. */
export const deciderWords: Messages['decider']['deciderWords'] = {
  default: '到期默认答复',
  escalation: '升级默认答复',
  rule: (name) => `规则 ${name}`,
  you: '你',
};

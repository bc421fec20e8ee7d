import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

/** Who answered: you, or no operator. */
export const deciderText: Messages['decider']['deciderText'] = {
  default: '到期默认答复',
  escalation: '升级默认答复',
  rule: (name) => spaced`规则${name}`,
  you: '你',
};

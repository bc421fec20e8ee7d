import { expect, it } from 'vitest';
import { zhCn } from '../text/zh-cn/zh-cn.ts';
import { initialsOf } from './avatar.tsx';

it.each([
  ['Radio Master', 'RM'],
  ['orchestrator', 'or'],
  ['↪ “Root cause”, by Radio Master', 'Rc'],
  ['↪ “Configuration”, by Radio Master', 'Co'],
  [`↪ ${zhCn.senderText.relayed('Configuration', 'Radio Master')}`, 'Co'],
  ['王伟', '王'],
  ['A 王', 'A王'],
  ['', ''],
])('%s has the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

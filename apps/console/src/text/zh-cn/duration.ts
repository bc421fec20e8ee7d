import type { Messages } from '../messages.ts';

export const durationText: Messages['duration']['durationText'] = {
  units: { s: '秒', min: '分钟', h: '小时', d: '天' },
  unitOf: (label) => `单位：${label}`,
};

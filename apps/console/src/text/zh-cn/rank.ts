import { figure } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

const at = (place: number, count: number) => spaced`第${figure(place)}位，共${figure(count)}位`;

export const rankText: Messages['rank']['rankText'] = {
  role: '可移动的行',
  drag: (name) => spaced`拖动${name}`,
  up: (name) => spaced`上移${name}`,
  down: (name) => spaced`下移${name}`,
  help: '拖动，或使用箭头按钮。键盘操作：空格键拿起，方向键移动，再按空格键放下。按住 Alt 加方向键可直接移动。',
  instructions:
    '按空格键拿起该行，用方向键移动，再按空格键放下，按 Escape 键放回原位。按住 Alt 加方向键可直接移动。',
  lifted: (name, place, count) => spaced`已拿起${name}，${at(place, count)}`,
  dropped: (name, place, count) => spaced`已放下${name}，${at(place, count)}`,
  putBack: (name, place, count) => spaced`${name}已放回原位，${at(place, count)}`,
  place: (name, place, count, isTaken) =>
    `${name}，${at(place, count)}${isTaken === null ? '' : isTaken ? '，采用' : '，不采用'}`,
  taken: '采用',
  continues: (names) => spaced`按此顺序，智能体将采用${names}继续。`,
};

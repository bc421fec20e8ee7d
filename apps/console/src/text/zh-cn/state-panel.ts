import { figure, plural } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const statePanelText: Messages['statePanel']['statePanelText'] = {
  title: '状态',
  none: '尚未共享状态',
  noneDetail: '有些智能体会维护一份共享文档；随着它们的改动，文档会显示在这里。',
  changed: (count, sequence) => spaced`事件${figure(sequence)}改动${figure(count)}处`,
  was: '原为',
  at: (sequence) => spaced`由事件${figure(sequence)}改动`,
  failed: (count) => plural(count, { other: '# 项操作未生效' }),
  show: '显示',
  hide: '隐藏',
  tree: '共享状态',
  moreFailed: (count) => spaced`另有更早的${figure(count)}项`,
};

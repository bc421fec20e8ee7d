import type { radioEn } from './radio-en.ts';

export const radioZhCn: typeof radioEn = {
  taken: '已接收告警。',
  items: {
    cause: '查找原因',
    plan: '规划标识',
    decide: '决定方案',
    deploy: '修改小区',
    measure: '重新测量',
  },
  unknownCell: (cell) => `没有小区 ${cell}。小区名称的格式如 NTO-0437-2。`,
  takes: (cell) => `我来处理 **${cell}** 的告警：先找原因，再提出方案由你决定，然后修改。`,
  unchanged: (reason) => `没有修改任何小区${reason === '' ? '' : `：${reason}`}。`,
  findOut: (cell) => `查明 ${cell} 变慢的原因`,
  saidNothing: '没有给出说明',
  causeUnfinished: (reason) => `根因智能体未能完成：${reason}`,
  otherCause: (cause) => `原因是 ${cause}：无法通过配置解决。`,
  needs: { cause: '查找原因', plan: '规划并修改标识' },
  noHelper: (what) =>
    `没有已注册的智能体能够${what}。请先启动一个会自行注册的智能体，再重新启动此任务。`,
  noRegistry: (what) => `我在注册中心里寻找能够${what}的智能体，但没有为我配置注册中心。`,
  registryAway: (reason) => `无法查询智能体注册中心：${reason}`,
  changeCells: (count) => `修改 ${count} 个小区`,
  changeFailed: (reason) => `修改失败：${reason}`,
  sumUp: (sum) =>
    `${sum.isRepaired ? '完成' : '未能解决'}：**${sum.changed} 个小区**有了新标识。${sum.cell} ${sum.isRepaired ? '的每用户速率从' : '仍然较慢：'} ${sum.broken} ${sum.isRepaired ? '提高到' : '到'} **${sum.after} Mbit/s**（故障前为 ${sum.before}）；切换成功率为 ${sum.handovers} %。${sum.conflicts === 0 ? '已没有冲突。' : `还剩 ${sum.conflicts} 处冲突。`}${sum.skipped.length > 0 ? `${sum.skipped.join('、')} 保留了原标识。` : ''}\n`,
  rateChart: '每用户 Mbit/s',
  series: { before: '故障前', broken: '故障时', after: '修改后' },
  repaired: (cell, rate, conflicts, isRepaired) =>
    `${cell} ${isRepaired ? `已恢复到 ${rate} Mbit/s` : `仍为 ${rate} Mbit/s`}；还剩 ${conflicts} 处冲突。`,
  repairedBefore: (cell) =>
    `小区 ${cell} 下行速率下降：两个小区使用相同标识（PCI），更换标识后恢复`,
  learnt: (count) => `站点替换后，先比较相邻小区的标识；修改其中 ${count} 个后速率恢复。`,
  seenBefore: ({ title, approvedBy, path }) =>
    `以前出现过：${title}（[记忆](${path})${approvedBy === null ? '' : `，由 ${approvedBy} 批准`}）。`,
  changes: {
    swap: '站点替换完成，配置来自模板',
    tilt: '下倾角改变 1 度',
    software: '软件升级',
  },
  hypotheses: {
    'identity-conflict': 'PCI 冲突或混淆',
    load: '负载增加',
    tilt: '邻区下倾角改变',
    'weak-signal': '本小区信号变弱',
  },
  collides: (cells, pci, share) =>
    `${cells.join(' 和 ')} 的 PCI 都是 ${pci}，在 ${share} 的区域内重叠。`,
  confused: (pairs, handovers) => `${pairs} 对邻区无法区分；切换成功率为 ${handovers}。`,
  notConfused: '没有邻区会被混淆。',
  noChange: '近期的变更与此无关。',
  siteChanged: (site, hours, what) => `${site} 在 ${hours} 小时前有变更：${what}。`,
  loadIs: (load, drop) => `负载为 ${load}，与之前相同；不能解释 ${drop} 的下降。`,
  noTilt: '没有改变过下倾角。',
  tilted: (site, hours, isNear) =>
    `${site} 在 ${hours} 小时前改变了下倾角；它${isNear ? '是' : '不是'}邻区。`,
  signalAsBefore: '本小区的信号电平与之前相同；下降的是与干扰之比。',
  measure: '测量',
  weigh: '权衡',
  perUser: 'Mbit/s（每用户）',
  unknownCause: '未知',
  nothing: '没有任何假设',
  explains: (what, cell) => `${what}可以解释 ${cell} 的下降。`,
  fell: (cell, rates, sinr) =>
    `**${cell}** 的每用户速率从 ${rates[0]} 降到 ${rates[1]} Mbit/s（SINR 从 ${sinr[0]} 到 ${sinr[1]} dB）。`,
  explainsBest: (what) => `${what}最能解释。\n`,
  couldExplain: '可能的原因',
  columns: ['假设', '得分', '依据'],
  cellsAround: (cell) => `${cell} 周围的小区`,
  aroundWithPlan: (cell) => `采用此方案后 ${cell} 的周围`,
  colour: '为冲突图着色',
  noPlan: '在这些约束下无法修改。\n',
  planned: (cells, conflicts) => `修改 ${cells} 个小区，还剩 ${conflicts} 处冲突。\n`,
  haveToChange: (cells, conflicts) => `需要修改 ${cells} 个小区；还有 ${conflicts} 处冲突保留。`,
  planReasons: (reuseKm, isStrict) => [
    '用冲突图的贪心覆盖选出要修改的小区：先选能消除最多冲突的。',
    '对选出的小区着色，约束最多的在前，采用代价最小的标识。',
    `相同标识的间距不小于 ${reuseKm} km；模 3 ${isStrict ? '在站点内保持不同' : '尽量不同'}。`,
  ],
  computedRelations: '邻区关系由电平计算得出，不是手机测量的结果。',
  clearsNothing: '单独没有作用',
  clearsNone: '无',
  addedByOperator: '由操作员添加',
  clears: (kind, other, at, more) =>
    `${kind === 'collision' ? `与 ${other} 的冲突` : `在 ${at} 与 ${other} 的混淆`}${more > 0 ? `，另有 ${more} 处` : ''}`,
  planAgain: (remark) => (remark === '' ? '规划新标识' : `重新规划：${remark}`),
  noPlanBack: '没有返回方案',
  couldNotPlan: (reason) => `配置智能体无法规划：${reason}`,
  noEdit: '修改后的内容不是方案。',
  isNoPlan: '这不是方案。',
  understood: (parts) => `已理解：${parts.join('；')}。`,
  notUnderstood: (words) =>
    `我不理解“${words}”。我可以保留小区或站点的标识、改变复用距离、限制修改数量、放宽模 3。`,
  reuse: (km) => `复用距离 ${km} km`,
  atMost: (count) => `最多修改 ${count} 个`,
  mod3: (isLoose) => (isLoose ? '模 3 仅尽量不同' : '严格保持模 3'),
  keeps: (cells) => `${cells.join('、')} 保留原标识`,
  changeAsk: (count, cell) => `修改 ${cell} 周围 ${count} 个小区的标识？`,
  editFails: (faults) => `你的修改不成立：${faults.join('')}`,
  live: '这些小区正在使用；每个小区会中断服务约半分钟。',
  stay: (conflicts) => `在这些约束下还有 ${conflicts} 处冲突保留。`,
  effect: (count, users) =>
    `逐个修改 ${count} 个小区，约 ${users} 名用户各中断服务半分钟。可以暂停和停止；停止会恢复原状。`,
  between: '',
  form: {
    plan: '标识方案',
    assignments: '分配',
    aboutRows: '每个要修改的小区一行。没有列出的小区保留原标识。',
    cell: '小区',
    site: '站点',
    now: '当前',
    proposed: '建议',
    identity: '物理小区标识',
    mod3: '模 3',
    clears: '消除',
    reuse: '复用距离（km）',
  },
  faults: {
    unknown: (cell) => `没有小区 ${cell}。`,
    range: (pci, last) => `${pci} 不在 0 到 ${last} 之间。`,
    twice: (cell) => `${cell} 在方案中出现了两次。`,
    locked: (cell) => `${cell} 已锁定。`,
    kept: (cell) => `${cell} 必须保留原标识。`,
    reuse: (cell, pci, other, km) => `${cell} 会与 ${km} km 外的 ${other} 同用 ${pci}。`,
    mod3: (cell, pci, other, otherPci) =>
      `${cell} 的 ${pci} 与 ${other} 的 ${otherPci} 模 3 相同。`,
    collides: (cell, other) => `${cell} 会与 ${other} 冲突。`,
    confused: (cell, other, at, more) =>
      `${cell} 在 ${at}${more > 0 ? `等 ${more + 1} 处` : ''}会与 ${other} 混淆。`,
  },
  youSaid: (words) => `你说：${words}`,
  cannotTake: (words) =>
    `正在修改小区，无法处理“${words}”。暂停会停在两个小区之间，停止会恢复原状。`,
  lockHeld: '本地维护持有锁',
  cellRefused: (cell) => `${cell} 的网元管理器拒绝了该标识：本地维护持有锁。`,
  step: (cell, was, pci) => `${cell}：${was} 改为 ${pci}`,
  allThrough: '所有小区均已处理',
  rollBackAsk: (cell, count) =>
    count === 0
      ? `${cell} 拒绝了新标识。到此为止？`
      : `${cell} 拒绝了新标识。恢复之前修改的 ${count} 个小区？`,
  rollBackEffect: (count) =>
    count === 0
      ? '批准：不修改任何小区。驳回：跳过此小区继续。'
      : `批准：${count} 个小区恢复原标识。驳回：跳过此小区继续。`,
  nothingChanged: '还没有修改任何小区。',
  rolledBack: (cells) => `${cells.length} 个小区已恢复原标识：${cells.join('、')}。`,
  deployed: (count, skipped) =>
    `${count} 个小区有了新标识${skipped.length > 0 ? `；${skipped.join('、')} 保留了原标识` : ''}。`,
};

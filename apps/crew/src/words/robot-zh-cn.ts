import type { robotEn } from './robot-en.ts';

export const robotZhCn: typeof robotEn = {
  formalizer: {
    unread: {
      nothing: (said) => `“${said}”里没有找到动作。我能理解伸出、缩回，以及向左、向右旋转。`,
      negated: (said) => `“${said}”说的是不要做什么。`,
      conditional: (said) => `“${said}”带有条件或重复，我只能表达单个动作。`,
      'no-amount': (said) => `“${said}”没有说明幅度：请给出厘米数或度数。`,
      'several-amounts': (said) => `“${said}”里有不止一个数值。`,
      absolute: (said) => `“${said}”指定了目标位置。我不知道机械臂在哪里：请说明移动多少。`,
      sideways: (said) => `“${said}”做不到：机械臂只能伸出、缩回和旋转。`,
      contradiction: (said) => `“${said}”自相矛盾。`,
      'too-far': (said) => `“${said}”不是机械臂可用的距离或角度。`,
    },
    modelDiffers: '模型的理解不同；以规则的结果为准。',
    byModelOnly: '由模型理解；规则认得其中的数值，但不认得其措辞。',
    modelAway: '无法询问模型；由规则理解。',
  },
  executor: {
    taken: '已接收目标。',
    noEnvironment: '我在环境里查找自己能做什么，但没有为我配置环境。',
    environmentAway: (reason) => `无法询问环境：${reason}`,
    steps: { goal: '接收目标', formal: '形式化目标', move: '移动机械臂', tell: '给出反馈' },
    intents: {
      set: '设置目标',
      read: '读取目标',
      feedback: '给出反馈',
      formalize: '形式化目标',
      operate: '移动机械臂',
      watch: '查看机械臂的位置',
      release: '释放电机',
      stop: '停止机械臂',
    },
    nothingFor: (what) =>
      `环境没有推荐可用来${what}的内容。在“示能”里可以看到有哪些内容，以及为什么没有提供。`,
    waitsForApproval: (label) => `我在等待有人批准 \`${label}\`：提问在收件箱里。`,
    outcomeUnknown: '请求已发出，结果未知',
    wasStopped: '已被停止',
    rejected: (label, reason) =>
      `${label} 被驳回${reason === '' ? '' : `：${reason}`}。机械臂不再移动。`,
    refused: (label, reason) => `${label} 没有成功：${reason}`,
    broke: (label, reason) => `${label}：${reason}。我不会重复执行；请查看机械臂的位置。`,
    noGoal: '没有设置目标。',
    noFormalGoal: '没有返回形式化的目标。',
    begun: '我已开始。',
    givenUp: '没有其他目标。机械臂停在原处。',
    otherGoalAsk: '要改为执行哪个目标？',
    goal: '目标',
    goalExample: '例如：伸出10厘米，然后向左转30度',
    orders: (order, at, count) =>
      count === 1 ? `指令是 \`${order}\`。` : `第 ${at} 条指令（共 ${count} 条）是 \`${order}\`。`,
    isHeld: (fault) => `机械臂被锁定：${fault} 我先请求释放电机。`,
    noPose: '返回的内容不是位姿',
    notStill: '机械臂没有停下来',
    poseTitle: (reach, bearing, state) =>
      `机械臂：${reach.toFixed(1)} 厘米，${bearing.toFixed(1)}°，${states[state] ?? state}`,
    parts: { base: '基座', elbow: '肘部', tool: '工具', reach: '可达范围' },
    reached: (formalGoal, reach, bearing) =>
      `${formalGoal} 已完成：工具距基座 ${reach.toFixed(1)} 厘米，方位 ${bearing.toFixed(1)} 度。`,
    done: (goal, formalGoal, isCleared) =>
      `完成：“${goal}”即 \`${formalGoal}\`。${isCleared ? '目标已清除。' : '目标仍然保留。'}\n`,
    columns: ['工具', '之前', '之后'],
    reach: '伸展，厘米',
    bearing: '方位，度',
  },
};

const states: Readonly<Record<string, string>> = {
  idle: '静止',
  moving: '移动中',
  stalled: '电机堵转',
  stopped: '已急停',
};

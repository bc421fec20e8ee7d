import type { RobotText } from './robot-text.ts';

export const robotZhCn: RobotText = {
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
};

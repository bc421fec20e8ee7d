/** What the robot crew says to people, in English. Names of tools, states and orders are not translated. */
export const robotEn = {
  formalizer: {
    unread: {
      nothing: (said: string): string =>
        `I found no movement in “${said}”. I know moving out and in, and turning left and right.`,
      negated: (said: string): string => `“${said}” says what is not to be done.`,
      conditional: (said: string): string =>
        `“${said}” has a condition or a repetition, and I can only say single movements.`,
      'no-amount': (said: string): string =>
        `“${said}” does not say how far: give centimetres or degrees.`,
      'several-amounts': (said: string): string => `“${said}” has more than one amount.`,
      absolute: (said: string): string =>
        `“${said}” names a place to go to. I do not know where the arm is: say by how much it is to move.`,
      sideways: (said: string): string =>
        `“${said}” is not possible: the arm moves out and in, and turns.`,
      contradiction: (said: string): string => `“${said}” contradicts itself.`,
      'too-far': (said: string): string => `“${said}” is no distance or angle for an arm.`,
    },
    modelDiffers: 'The model read it differently; what the rules read counts.',
    byModelOnly: 'The model read it; the rules know its amounts, but not its words.',
    modelAway: 'The model could not be asked; the rules read it.',
  },
};

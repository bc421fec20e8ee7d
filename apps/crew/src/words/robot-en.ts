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
    modelDiffers: 'The model read it differently; the rules decide.',
    byModelOnly: 'The model read it; the rules know its amounts, but not its words.',
    modelAway: 'The model could not be reached; the rules read it.',
  },
  executor: {
    taken: 'The goal is accepted.',
    noEnvironment: 'I look up what I can do in an environment, but none is configured for me.',
    environmentAway: (reason: string): string => `The environment could not be reached: ${reason}`,
    steps: {
      goal: 'Take the goal',
      formal: 'Make it formal',
      move: 'Move the arm',
      tell: 'Give feedback',
    },
    intents: {
      set: 'set the goal',
      read: 'read the goal',
      feedback: 'give feedback',
      formalize: 'make the goal formal',
      operate: 'move the arm',
      watch: 'see where the arm is',
      release: 'release the motors',
      stop: 'stop the arm',
    },
    nothingFor: (what: string): string =>
      `The environment recommends nothing with which I could ${what}. Under Affordances you see what there is, and why it is not offered.`,
    waitsForApproval: (label: string): string =>
      `I wait for a person to approve \`${label}\`: the question is in the inbox.`,
    outcomeUnknown: 'it was sent, and its outcome is unknown',
    wasStopped: 'it was stopped',
    rejected: (label: string, reason: string): string =>
      `${label} was rejected${reason === '' ? '' : `: ${reason}`}. The arm is not moved any further.`,
    refused: (label: string, reason: string): string => `${label} did not succeed: ${reason}`,
    broke: (label: string, reason: string): string =>
      `${label}: ${reason}. I do not repeat it; see where the arm is.`,
    noGoal: 'No goal is set.',
    noFormalGoal: 'No formal goal came back.',
    begun: 'I have begun.',
    givenUp: 'There is no other goal. The arm stays where it is.',
    otherGoalAsk: 'Which goal shall I pursue instead?',
    goal: 'Goal',
    goalExample: 'Like “move out by 10 cm, then turn 30 degrees to the left”',
    orders: (order: string, at: number, count: number): string =>
      count === 1 ? `The order is \`${order}\`.` : `Order ${at} of ${count} is \`${order}\`.`,
    isHeld: (fault: string): string =>
      `The arm is held: ${fault} I have its motors released first.`,
    noPose: 'what came back is no pose',
    notStill: 'the arm does not come to rest',
    poseTitle: (reach: number, bearing: number, state: string): string =>
      `Arm: ${reach.toFixed(1)} cm, ${bearing.toFixed(1)}°, ${state}`,
    parts: { base: 'base', elbow: 'elbow', tool: 'tool', reach: 'reach' },
    reached: (formalGoal: string, reach: number, bearing: number): string =>
      `${formalGoal} is done: the tool is ${reach.toFixed(1)} cm from the base, at ${bearing.toFixed(1)} degrees.`,
    done: (goal: string, formalGoal: string, isCleared: boolean): string =>
      `Done: “${goal}” was \`${formalGoal}\`. ${isCleared ? 'The goal is cleared.' : 'The goal is still set.'}\n`,
    columns: ['Of the tool', 'Before', 'After'],
    reach: 'Reach, cm',
    bearing: 'Bearing, degrees',
  },
};

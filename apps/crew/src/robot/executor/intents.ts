/**
 * What the agent can be about to do, in plain language: its contexts. It knows no service, no tool and no address; the environment says
 * what of its services fits such a sentence.
 */
export const intents = {
  set: 'The agent wants to set the goal of the user.',
  read: 'The agent wants to read the user goal.',
  feedback: 'The agent wants to provide feedback to the user.',
  formalize: 'The agent wants to convert the natural language goal into a formal description.',
  operate: 'The agent wants to control a robot from a formal goal.',
  watch: 'The agent wants to read the present pose of the arm.',
  release: 'The agent wants to reset the arm after a fault, so that it can move again.',
  stop: 'The agent wants to stop the motors at once in an emergency.',
} as const;

export type Intent = keyof typeof intents;

/** The feedback about a goal. */
export interface GoalFeedback {
  achieved: boolean;
  feedback: string;
}

export interface Goal {
  /** In the words of the person whose goal it is. */
  goal: string;
  feedback: GoalFeedback[];
}

/** Keeps one goal, as long as nobody has achieved it. */
export interface GoalStore {
  current(): Goal | null;
  /** Replaces the goal that is there; returns that one. */
  set(goal: string): Goal | null;
  /** Returns what was cleared. */
  clear(): Goal | null;
  /** Feedback of achievement clears the goal. Returns the goal it is about; null = there is none. */
  provide(feedback: GoalFeedback): Goal | null;
}

/** Of the same goal: a longer history is of no use to anyone. */
const maxFeedback = 100;

export function createGoalStore(): GoalStore {
  let goal: Goal | null = null;
  const taken = (next: Goal | null): Goal | null => {
    const before = goal;
    goal = next;
    return before;
  };
  return {
    current: () => goal,
    set: (text) => taken({ goal: text, feedback: [] }),
    clear: () => taken(null),
    provide(feedback) {
      if (goal === null) return null;
      goal.feedback = [...goal.feedback, feedback].slice(-maxFeedback);
      return feedback.achieved ? taken(null) : goal;
    },
  };
}

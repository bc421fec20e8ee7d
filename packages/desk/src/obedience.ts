/** How long an agent has to follow a stop or a pause before it counts as not obeying, ms. */
export const obedienceMs = 10_000;

/** Whether an agent had its time. `since`: of the request, or of its own word that it follows. */
export const isOverdue = (since: number, now: number): boolean => now - since >= obedienceMs;

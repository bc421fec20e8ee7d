/** An alarm for which the radio crew finds a cause. */
export const alarm = 'Downlink rate dropped at cell NTO-0440-2, seed 1';

type Plan = { assignments: { cell: string; now: number; proposed: number }[] };

/** The plan that the radio crew asks about. */
export const planOf = ({ message }: { message: { payload?: Record<string, unknown> } }): Plan =>
  message.payload as Plan;

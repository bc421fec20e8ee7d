import type { Journal } from './journal.ts';

/**
 * The store for what only the server on duty does: its writes are refused if another server has taken over the duty, and it receives no changes while another one has it.
 */
export function onDuty(journal: Journal): Journal {
  const { duty } = journal;
  return {
    ...journal,
    commit: (operation, input) => journal.commit(operation, input, duty.fence()),
    onCommit: (listener) =>
      journal.onCommit((rows, by) => {
        if (duty.isOn()) listener(rows, by);
      }),
    onTimeSet: (listener) =>
      journal.onTimeSet((jumpMs) => {
        if (duty.isOn()) listener(jumpMs);
      }),
  };
}

import { create } from 'zustand';
import { isReplaced } from '../../ui/texts/is-replaced.ts';

interface NewerVersion {
  /** The server has another console than this one: a reload loads it. */
  found: boolean;
  /** The operator has read the notice, and continues with this version. */
  putOff: boolean;
}

/** Whether this console is still the one that the server has. */
export const useNewerVersion = create<NewerVersion>(() => ({ found: false, putOff: false }));

/**
 * Looks whether the server has a newer console: to be called when there is reason to think so (the stream was lost and is
 * back, another worker holds the console's files). What is found stays found.
 */
export async function checkForNewerVersion(): Promise<void> {
  if (useNewerVersion.getState().found || !(await isReplaced())) return;
  useNewerVersion.setState({ found: true });
}

/** Later: the notice is closed, and the operator's menu still offers the reload. */
export const putOffNewerVersion = () => useNewerVersion.setState({ putOff: true });

import { beforeEach } from 'vitest';
import { quarantined } from './quarantine.mjs';

// Loaded before each file of unit tests.
beforeEach(({ task, skip }) => {
  const listed = quarantined.find(
    ({ file, title }) => file === task.file.name && title === task.name,
  );
  if (listed !== undefined) skip(listed.reason);
});

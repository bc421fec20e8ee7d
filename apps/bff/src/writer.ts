import { shiftWaits } from './clock-set.ts';
import { runWriter } from './journal/run-writer.ts';
import { operations } from './operations.ts';

runWriter(operations, shiftWaits);

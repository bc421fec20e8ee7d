import { runCheck, usage } from '@countersign/check/command';
import type { Command } from './command.ts';

export const command: Command = { usage, run: runCheck };

#!/usr/bin/env node
import { runCheck } from './command.ts';

void runCheck(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});

import { readConfig } from '../config.ts';
import { startEmailTool } from '../parts.ts';
import { printReady, runUntilSignal } from '../run-until-signal.ts';

const started = await startEmailTool(readConfig(process.env));
printReady({ part: 'email-tool', url: started.url });
runUntilSignal(started.close);

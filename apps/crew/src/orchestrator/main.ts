import { readConfig } from '../config.ts';
import { startOrchestrator } from '../parts.ts';
import { printReady, runUntilSignal } from '../run-until-signal.ts';

const started = await startOrchestrator(readConfig(process.env));
printReady({ part: 'orchestrator', url: started.url });
runUntilSignal(started.close);

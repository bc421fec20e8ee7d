import { readConfig } from '../config.ts';
import { startMailbox } from '../parts.ts';
import { printReady, runUntilSignal } from '../run-until-signal.ts';

const started = await startMailbox(readConfig(process.env));
printReady({ part: 'mailbox', url: started.url });
runUntilSignal(started.close);

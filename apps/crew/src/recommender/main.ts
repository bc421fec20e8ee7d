import { readConfig } from '../config.ts';
import { startRecommender } from '../parts.ts';
import { printReady, runUntilSignal } from '../run-until-signal.ts';

const started = await startRecommender(readConfig(process.env));
printReady({ part: 'recommender', url: started.url });
runUntilSignal(started.close);

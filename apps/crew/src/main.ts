import { readConfig } from './config.ts';
import { startCrew } from './crew.ts';
import { printReady, runUntilSignal } from './run-until-signal.ts';

const config = readConfig(process.env);
const crew = await startCrew(config);
const { agents, mailbox } = crew;
printReady({
  crew: 'hiring',
  mailbox,
  smtpPort: config.ports.smtp,
  model: config.model?.model ?? null,
  agents,
});
runUntilSignal(crew.close);

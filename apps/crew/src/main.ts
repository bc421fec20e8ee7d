import { readConfig } from './config.ts';
import { startCrew } from './crew.ts';
import { printReady, runUntilSignal, startOrExit } from './run-until-signal.ts';

const { config, crew } = await startOrExit(async () => {
  const config = readConfig(process.env);
  return { config, crew: await startCrew(config) };
});
const { agents, services, mailbox } = crew;
printReady({
  crew: 'hiring',
  mailbox,
  smtpPort: config.ports.smtp,
  model: config.model?.model ?? null,
  agents,
  services,
});
runUntilSignal(crew.close);

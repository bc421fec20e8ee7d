// Registers the services of the robot with the server, as its administrator: run by `npm start`.
import { readAdministrator, readConfig } from './config.ts';
import { registerServices } from './robot/register-services.ts';
import { robotServices } from './robot/robot-services.ts';
import { startOrExit } from './run-until-signal.ts';

await startOrExit(() =>
  registerServices(readAdministrator(process.env), robotServices(readConfig(process.env))),
);

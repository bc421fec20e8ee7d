// Writes the agent descriptors of the crew, for COUNTERSIGN_AGENTS, and its services, as JSON.
import { readConfig } from './config.ts';
import { descriptorList } from './descriptors.ts';
import { robotServices } from './robot/robot-services.ts';

const config = readConfig(process.env);
const described = { agents: descriptorList(config), services: robotServices(config) };
process.stdout.write(`${JSON.stringify(described)}\n`);

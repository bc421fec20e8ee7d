// Writes the agent descriptors of the crew as JSON, for COUNTERSIGN_AGENTS.
import { readConfig } from './config.ts';
import { descriptorList } from './descriptors.ts';

process.stdout.write(`${JSON.stringify(descriptorList(readConfig(process.env)))}\n`);

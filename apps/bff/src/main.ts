import { announce, announcementOf } from './announce.ts';
import { readConfig } from './config.ts';
import { serve, startFault } from './serve.ts';

try {
  const config = readConfig();
  announce(announcementOf(await serve(config), config));
} catch (error) {
  process.stderr.write(`${startFault(error)}\n`);
  process.exit(1);
}

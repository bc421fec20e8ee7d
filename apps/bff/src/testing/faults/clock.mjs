// Loaded before the server (NODE_OPTIONS=--import=…): its clock is that of the machine and as many ms as the file CLOCK_FILE says.
import { readFileSync } from 'node:fs';

const { now } = Date;
let ahead = 0;
const read = () => {
  try {
    ahead = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));
  } catch {
    // Just being written.
  }
};
read();
setInterval(read, 50).unref();
Date.now = () => now() + ahead;

import { setupWorker } from 'msw/browser';
import { newId } from '../live/browser-ports.ts';
import { demoText } from '../text/demo.ts';
import { allPartsTask } from './all-parts-task.ts';
import { createDemoServer, type DemoServer } from './demo-server.ts';
import { demoHandlers } from './handlers.ts';
import tape from './hiring.tape.json';
import { parseTape } from './tape.ts';
import './demo.css';

const MINUTE = 60_000;

/** A console with something to do: one task done, one that waits for a person, one that runs. */
export function furnish(server: DemoServer): void {
  server.stage({ title: 'Shortlist for Checkout', agoMs: 190 * MINUTE });
  const allParts = allPartsTask(server.now() - 42 * MINUTE);
  server.put(allParts.task, allParts.envelopes);
  server.stage({ agoMs: 2 * MINUTE, until: (cue) => cue.kind === 'answer' });
}

/** Puts the demo server between the console and the network, before anything is asked. */
export async function startDemo(): Promise<void> {
  const server = createDemoServer(parseTape(tape), {
    now: () => Date.now(),
    schedule(run, delayMs) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    createId: newId,
  });
  furnish(server);
  const worker = setupWorker(...demoHandlers(server));
  await worker.start({
    quiet: true,
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: `${import.meta.env.BASE_URL}mockServiceWorker.js` },
  });
  const bar = document.createElement('aside');
  bar.setAttribute('aria-label', demoText.label);
  bar.className = 'truncate demo-bar';
  bar.textContent = demoText.bar;
  document.body.prepend(bar);
  document.documentElement.classList.add('is-demo');
}

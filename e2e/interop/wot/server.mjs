// A thing of node-wot over HTTP, and the folder of the examples of the Thing Description Playground.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import binding from '@node-wot/binding-http';
import core from '@node-wot/core';

const port = await new Promise((resolve) => {
  const probe = createServer();
  probe.listen(0, '127.0.0.1', () => {
    const free = probe.address().port;
    probe.close(() => resolve(free));
  });
});

const servient = new core.Servient();
// Else its forms have the addresses of all interfaces of the machine.
const baseUri = `http://127.0.0.1:${port}`;
servient.addServer(new binding.HttpServer({ port, address: '127.0.0.1', baseUri }));
const wot = await servient.start();
const thing = await wot.produce({
  title: 'Kettle',
  description: 'Boils water.',
  properties: {
    temperature: {
      ...{ description: 'How hot the water is now', type: 'number', readOnly: true },
    },
  },
  actions: {
    heat: {
      description: 'Heat the water to a temperature',
      input: { type: 'number', minimum: 20, maximum: 100 },
      output: { type: 'number' },
    },
  },
});
let celsius = 20;
thing.setPropertyReadHandler('temperature', async () => celsius);
thing.setActionHandler('heat', async (input) => {
  celsius = await input.value();
  return celsius;
});
await thing.expose();
const examples = new URL(
  'node_modules/@thing-description-playground/core/examples/tds/',
  import.meta.url,
);
const urls = { thing: `${baseUri}/kettle`, examples: fileURLToPath(examples) };
process.stdout.write(`${JSON.stringify(urls)}\n`);
process.once('SIGTERM', () => process.exit(0));

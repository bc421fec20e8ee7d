import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort, type ResourceLimits, Worker } from 'node:worker_threads';
import type { HostedModule } from './thread-host.ts';

const host = new URL('../../../../dist-server/thread-host.mjs', import.meta.url);
/** Unused threads, by the limits they were started with. */
const idle = new Map<string, Worker[]>();

/** Called with each message to a thread, by the module that it runs: what a server writes can be recorded. */
export const messageListeners = new Set<(module: HostedModule, message: unknown) => void>();

/** A thread that is reused by another server afterwards. For its server it starts, answers and ends like a worker. */
export class LentThread extends EventEmitter {
  readonly #module: HostedModule;
  readonly #port: MessagePort;
  readonly #ended: Promise<number>;

  constructor(
    work: { module: HostedModule; workerData: unknown },
    resourceLimits: ResourceLimits | undefined,
  ) {
    super();
    this.#module = work.module;
    const kind = JSON.stringify(resourceLimits ?? {});
    const free = idle.get(kind) ?? [];
    idle.set(kind, free);
    const worker =
      free.pop() ??
      new Worker(host, {
        execArgv: [],
        ...(resourceLimits === undefined ? {} : { resourceLimits }),
      });
    worker.unref();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.on('message', (message) => this.emit('message', message));
    const reportError = (error: Error) => this.emit('error', error);
    worker.on('error', reportError);
    // All messages of the port arrive before its end; the other thread reports separately when it has closed the store.
    const closed = new Promise<void>((resolve) => port1.on('close', resolve));
    const isFree = new Promise<void>((resolve) => worker.once('message', () => resolve()));
    this.#ended = new Promise((resolve) => {
      worker.once('exit', resolve);
      void Promise.all([closed, isFree]).then(() => {
        worker.off('error', reportError).off('exit', resolve);
        free.push(worker);
        resolve(0);
      });
    });
    void this.#ended.then((code) => this.emit('exit', code));
    worker.postMessage({ ...work, port: port2 }, [port2]);
  }

  postMessage(message: unknown): void {
    for (const listener of messageListeners) listener(this.#module, message);
    this.#port.postMessage(message);
  }

  terminate(): Promise<number> {
    this.#port.close();
    return this.#ended;
  }
}

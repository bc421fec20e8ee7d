import { spawn } from 'node:child_process';

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
  linux: ['xdg-open'],
};

/** Whether a person sits at this machine, in front of a desktop: otherwise nothing is opened. */
function hasDesktop({ env, platform, stdout }: NodeJS.Process): boolean {
  if (!stdout.isTTY || env['CI'] || env['SSH_CONNECTION']) return false;
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** Opens the address in the person's browser, if there is one here; the printed link remains if it does not open. */
export function openBrowser(address: string): void {
  const [command, ...args] = openers[process.platform] ?? [];
  if (command === undefined || !hasDesktop(process)) return;
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

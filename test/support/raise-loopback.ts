import { spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';

function hasLoopback(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => internal));
}

/** In a network of its own, as `unshare -n` makes one, even this machine is not reached until loopback is up. */
export function setup(): void {
  if (process.platform !== 'linux' || hasLoopback()) return;
  spawnSync('ip', ['link', 'set', 'lo', 'up'], { stdio: 'ignore' });
  if (!hasLoopback()) process.stderr.write('no loopback here: tests of pages and servers cannot pass\n');
}

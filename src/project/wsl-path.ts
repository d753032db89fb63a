const DRIVE = /^([A-Za-z]):[\\/]*(.*)$/;
const SHARE = /^\\\\(?:wsl\.localhost|wsl\$)\\([^\\]+)\\?(.*)$/i;

/**
 * The Linux name of a folder that is written the Windows way, as seen from inside a WSL distribution; `undefined` when
 * the path is not such a name or lies in another distribution.
 */
export function linuxPathInWsl(path: string, distribution: string): string | undefined {
  const drive = DRIVE.exec(path);
  if (drive?.[1] !== undefined) return joinLinux(`/mnt/${drive[1].toLowerCase()}`, drive[2] ?? '');
  const share = SHARE.exec(path.replaceAll('/', '\\'));
  if (share?.[1]?.toLowerCase() !== distribution.toLowerCase()) return undefined;
  return joinLinux('', share[2] ?? '') || '/';
}

function joinLinux(root: string, below: string): string {
  const segments = below.split(/[\\/]+/).filter((segment) => segment !== '');
  return [root, ...segments].join('/');
}

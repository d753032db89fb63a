import { dirname } from 'node:path';

/** What the system said of an operation that failed, found anywhere in a chain of causes. */
export interface SystemFault {
  /** Such as `ENOSPC`. */
  readonly errno: string;
  readonly path: string | undefined;
}

/** Errors of the system that say something about the disk, not about a mistake of ours. */
const DISK_ERRORS: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS']);
/** Errors that say something about what lies at a path: another kind of file, somebody else's, too many open. */
const PATH_ERRORS: ReadonlySet<string> = new Set([
  ...['ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'EACCES', 'EPERM'],
  ...['EMFILE', 'ENFILE', 'ENXIO', 'ENODEV', 'ESTALE', 'ENOTCONN', 'ETIMEDOUT'],
]);
const ERRNO = /^E[A-Z0-9]+$/;

/** The first error of the system in a chain of causes. */
export function systemFaultOf(error: unknown): SystemFault | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 8; each = each.cause, depth += 1) {
    const { code, path } = each as { readonly code?: unknown; readonly path?: unknown };
    const { syscall } = each as { readonly syscall?: unknown };
    const system = syscall !== undefined && !String(syscall).startsWith('spawn');
    if (system && typeof code === 'string' && ERRNO.test(code))
      return { errno: code, path: typeof path === 'string' ? path : undefined };
  }
  return undefined;
}

/** Whether an error that nobody gave words to is that of a disk, or of what lies at a path. */
export function isStorageError(error: unknown): boolean {
  const fault = systemFaultOf(error);
  if (fault === undefined) return false;
  return DISK_ERRORS.has(fault.errno) || (fault.path !== undefined && PATH_ERRORS.has(fault.errno));
}

/** A message that names errno and path, whether or not its author did. */
export function completeMessage(message: string, { errno, path }: SystemFault): string {
  const missing = [
    ...(message.includes(errno) ? [] : [errno]),
    ...(path === undefined || message.includes(path) ? [] : [path]),
  ];
  return missing.length === 0 ? message : `${message} (${missing.join(' ')})`;
}

/** What to do about a full, broken or read-only disk, and about a path that can hold nothing; nothing for other errors. */
export function diskHints({ errno, path }: SystemFault): readonly string[] {
  const place = path === undefined ? 'on that disk' : `in ${dirname(path)}`;
  switch (errno) {
    case 'ENOSPC':
      return [`free space ${place}, then run the same command again`];
    case 'EDQUOT':
      return [`free some of your quota ${place}, then run the same command again`];
    case 'EFBIG':
      return ['raise the limit on file sizes (ulimit -f), then run the same command again'];
    case 'EROFS':
      return ['make the file system writable, or set LOOM_HOME to a folder on another one'];
    case 'EIO':
      return ['the disk fails: copy the store to another one, then check the copy with: loom journal verify'];
    case 'EACCES':
    case 'EPERM':
      return [`give yourself the right to ${path ?? 'it'}, or set LOOM_HOME to a folder of your own`];
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
    case 'ELOOP':
      return ['loom paths tells where loom keeps things, and LOOM_HOME moves the store'];
    default:
      return [];
  }
}

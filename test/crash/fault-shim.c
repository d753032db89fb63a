/*
 * Makes the N-th system call of one kind fail, or kills the process there. Preloaded by the fault tests.
 *
 *   FAULT_OP     write | sync | rename | open | unlink | truncate | mkdir; all, to count
 *   FAULT_N      which call fails, from 1; FAULT_FOREVER=1: and every one after it. 0: none fails, all are counted
 *   FAULT_ERRNO  number of the error; 0 kills the process with SIGKILL instead
 *   FAULT_SHORT  for write: bytes that are written before the error
 *   FAULT_PATH   only files whose path contains one of these texts, separated by colons
 *   FAULT_SKIP   but none whose path contains this text
 *   FAULT_EXE    only in programs whose file has this name
 *   FAULT_LOG    file that gets the first letter of the kind for every fault that was made
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(type, name, ...) type (*real)(__VA_ARGS__) = dlsym(RTLD_NEXT, name)

static int calls = 0;

static int number(const char *name, int otherwise) {
  const char *text = getenv(name);
  return text == NULL ? otherwise : atoi(text);
}

static int contains_one_of(const char *path, const char *parts) {
  char part[4096];
  while (*parts != 0) {
    size_t length = strcspn(parts, ":");
    if (length > 0 && length < sizeof part) {
      memcpy(part, parts, length);
      part[length] = 0;
      if (strstr(path, part) != NULL) return 1;
    }
    parts += length;
    if (*parts == ':') parts += 1;
  }
  return 0;
}

/* A name in a folder that is held open, as a path. */
static const char *in_held_folder(const char *path, char *named, size_t room) {
  char link[64];
  int fd, length = 0;
  if (path == NULL || sscanf(path, "/proc/self/fd/%d%n", &fd, &length) != 1 || path[length] != '/') return path;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t known = readlink(link, named, room - 1);
  if (known < 0) return path;
  snprintf(named + known, room - known, "%s", path + length);
  return named;
}

static int in_scope(const char *given) {
  char named[8192];
  const char *path = in_held_folder(given, named, sizeof named);
  const char *parts = getenv("FAULT_PATH"), *skip = getenv("FAULT_SKIP");
  if (path == NULL) return parts == NULL;
  if (skip != NULL && *skip != 0 && strstr(path, skip) != NULL) return 0;
  return parts == NULL || contains_one_of(path, parts);
}

static int fd_in_scope(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return in_scope(path);
}

static int in_program(void) {
  const char *name = getenv("FAULT_EXE");
  char path[4096];
  if (name == NULL || *name == 0) return 1;
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  const char *slash = strrchr(path, '/');
  return strcmp(slash == NULL ? path : slash + 1, name) == 0;
}

static void log_fault(const char *op) {
  const char *path = getenv("FAULT_LOG");
  if (path == NULL) return;
  int fd = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (fd < 0) return;
  syscall(SYS_write, fd, op, 1);
  syscall(SYS_close, fd);
}

/* Whether this call is to fail; with errno 0 it does not come back. */
static int is_due(const char *op, int fd, const void *bytes, size_t size) {
  const char *wanted = getenv("FAULT_OP");
  if (wanted == NULL || (strcmp(op, wanted) != 0 && strcmp(wanted, "all") != 0) || !in_program()) return 0;
  int call = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
  int n = number("FAULT_N", 1);
  if (n == 0) log_fault(op);
  if (n == 0 || call < n || (call > n && number("FAULT_FOREVER", 0) == 0)) return 0;
  log_fault(op);
  int prefix = number("FAULT_SHORT", 0);
  if (number("FAULT_ERRNO", EIO) != 0) return 1;
  if (bytes != NULL && prefix > 0) syscall(SYS_write, fd, bytes, (size_t)prefix < size ? (size_t)prefix : size);
  kill(getpid(), SIGKILL);
  return 1;
}

static int fail(void) {
  errno = number("FAULT_ERRNO", EIO);
  return -1;
}

ssize_t write(int fd, const void *bytes, size_t size) {
  REAL(ssize_t, "write", int, const void *, size_t);
  if (fd <= 2 || !fd_in_scope(fd) || !is_due("write", fd, bytes, size)) return real(fd, bytes, size);
  int prefix = number("FAULT_SHORT", 0);
  if (prefix > 0) real(fd, bytes, (size_t)prefix < size ? (size_t)prefix : size);
  return fail();
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  if (fd <= 2 || !fd_in_scope(fd) || !is_due("write", fd, NULL, 0)) return real(fd, parts, count);
  return fail();
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off_t offset) {
  REAL(ssize_t, "pwrite64", int, const void *, size_t, off_t);
  if (!fd_in_scope(fd) || !is_due("write", fd, bytes, size)) return real(fd, bytes, size, offset);
  return fail();
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset) { return pwrite64(fd, bytes, size, offset); }

int fsync(int fd) {
  REAL(int, "fsync", int);
  return !fd_in_scope(fd) || !is_due("sync", fd, NULL, 0) ? real(fd) : fail();
}

int fdatasync(int fd) {
  REAL(int, "fdatasync", int);
  return !fd_in_scope(fd) || !is_due("sync", fd, NULL, 0) ? real(fd) : fail();
}

int ftruncate64(int fd, off_t size) {
  REAL(int, "ftruncate64", int, off_t);
  return !fd_in_scope(fd) || !is_due("truncate", fd, NULL, 0) ? real(fd, size) : fail();
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  return !in_scope(to) || !is_due("rename", -1, NULL, 0) ? real(from, to) : fail();
}

int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  return !in_scope(path) || !is_due("unlink", -1, NULL, 0) ? real(path) : fail();
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t);
  return !in_scope(path) || !is_due("mkdir", -1, NULL, 0) ? real(path, mode) : fail();
}

static int open_or_fail(const char *name, const char *path, int flags, mode_t mode) {
  REAL(int, name, const char *, int, ...);
  return !in_scope(path) || !is_due("open", -1, NULL, 0) ? real(path, flags, mode) : fail();
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return open_or_fail("open", path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return open_or_fail("open64", path, flags, mode);
}

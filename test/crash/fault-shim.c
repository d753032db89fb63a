/*
 * Makes the N-th system call of one kind fail, or kills the process there. Preloaded into a writer by the fault tests.
 *
 *   FAULT_OP     write | sync | rename | open | unlink
 *   FAULT_N      which call fails, from 1; FAULT_FOREVER=1: and every one after it
 *   FAULT_ERRNO  number of the error; 0 kills the process with SIGKILL instead
 *   FAULT_SHORT  for write: bytes that are written before the error
 *   FAULT_PATH   only files whose path contains this text
 *   FAULT_LOG    file that gets one byte for every fault that was made
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
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static int calls = 0;

static int number(const char *name, int otherwise) {
  const char *text = getenv(name);
  return text == NULL ? otherwise : atoi(text);
}

static int in_scope(const char *path) {
  const char *part = getenv("FAULT_PATH");
  return part == NULL || (path != NULL && strstr(path, part) != NULL);
}

static int fd_in_scope(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return in_scope(path);
}

static void log_fault(void) {
  const char *path = getenv("FAULT_LOG");
  if (path == NULL) return;
  int fd = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (fd < 0) return;
  syscall(SYS_write, fd, "x", 1);
  syscall(SYS_close, fd);
}

/* Whether this call is to fail; with errno 0 it does not come back. */
static int is_due(const char *op, int fd, const void *bytes, size_t size) {
  const char *wanted = getenv("FAULT_OP");
  if (wanted == NULL || strcmp(op, wanted) != 0) return 0;
  calls += 1;
  int n = number("FAULT_N", 1);
  if (calls < n || (calls > n && number("FAULT_FOREVER", 0) == 0)) return 0;
  log_fault();
  int prefix = number("FAULT_SHORT", 0);
  if (number("FAULT_ERRNO", EIO) != 0) return 1;
  if (bytes != NULL && prefix > 0) syscall(SYS_write, fd, bytes, (size_t)prefix < size ? (size_t)prefix : size);
  kill(getpid(), SIGKILL);
  return 1;
}

ssize_t write(int fd, const void *bytes, size_t size) {
  ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  if (fd <= 2 || !fd_in_scope(fd) || !is_due("write", fd, bytes, size)) return real(fd, bytes, size);
  int prefix = number("FAULT_SHORT", 0);
  if (prefix > 0) real(fd, bytes, (size_t)prefix < size ? (size_t)prefix : size);
  errno = number("FAULT_ERRNO", EIO);
  return -1;
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off_t offset) {
  ssize_t (*real)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, "pwrite64");
  if (!fd_in_scope(fd) || !is_due("write", fd, bytes, size)) return real(fd, bytes, size, offset);
  errno = number("FAULT_ERRNO", EIO);
  return -1;
}

int fsync(int fd) {
  int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
  if (!fd_in_scope(fd) || !is_due("sync", fd, NULL, 0)) return real(fd);
  errno = number("FAULT_ERRNO", EIO);
  return -1;
}

int fdatasync(int fd) {
  int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
  if (!fd_in_scope(fd) || !is_due("sync", fd, NULL, 0)) return real(fd);
  errno = number("FAULT_ERRNO", EIO);
  return -1;
}

int rename(const char *from, const char *to) {
  int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
  if (!in_scope(to) || !is_due("rename", -1, NULL, 0)) return real(from, to);
  errno = number("FAULT_ERRNO", EIO);
  return -1;
}

int unlink(const char *path) {
  int (*real)(const char *) = dlsym(RTLD_NEXT, "unlink");
  if (!in_scope(path) || !is_due("unlink", -1, NULL, 0)) return real(path);
  errno = number("FAULT_ERRNO", EIO);
  return -1;
}

static int open_or_fail(const char *name, const char *path, int flags, mode_t mode) {
  int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, name);
  if (!in_scope(path) || !is_due("open", -1, NULL, 0)) return real(path, flags, mode);
  errno = number("FAULT_ERRNO", EIO);
  return -1;
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

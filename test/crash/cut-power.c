/* Shuts a mounted file system down without writing anything more to its disk, as a power cut does. */
#include <fcntl.h>
#include <stdint.h>
#include <sys/ioctl.h>

#define SHUTDOWN _IOR('X', 125, uint32_t)
#define WITHOUT_FLUSHING_THE_LOG 2

int main(int count, char **words) {
  uint32_t how = WITHOUT_FLUSHING_THE_LOG;
  int fd = count < 2 ? -1 : open(words[1], O_RDONLY);
  return fd < 0 || ioctl(fd, SHUTDOWN, &how) != 0;
}

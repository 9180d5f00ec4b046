// A seccomp program written by hand, because the addon, which has this file too, links nothing: it compares the syscall
// and, for kill and tgkill, the low half of the first argument with our own process id.
#include "runtime/signal_fence.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <iterator>

namespace kingbird::runtime {

bool FenceSignals() {
  constexpr unsigned kNumber = offsetof(seccomp_data, nr);
  constexpr unsigned kFirst = offsetof(seccomp_data, args[0]);
  constexpr unsigned kSecond = offsetof(seccomp_data, args[1]);
  const unsigned self = static_cast<unsigned>(getpid());
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kNumber),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_kill, 5, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 6, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tkill, 7, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pidfd_send_signal, 6, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigqueueinfo, 5, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      // kill: signal 0 is allowed.
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kSecond),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 3, 0),
      // kill, tgkill: only to ourselves.
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kFirst),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, self, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter = {static_cast<unsigned short>(std::size(program)), program};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

}  // namespace kingbird::runtime

// What the threads that a fork does not copy leave behind: condition variables that still count them as waiting.
#pragma once

namespace kingbird::addon {

/// Before the first fork: waits until every other thread sleeps, so that none holds a lock when it is lost.
void AwaitIdleThreads();
/// In a forked child: from now on every condition variable is freed of lost waiters when it is first used.
void ForgetLostThreads();

}  // namespace kingbird::addon

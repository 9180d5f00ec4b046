// Keeps the signals of a test or a script inside where no pid namespace and no Landlock scope does.
#pragma once

namespace kingbird::runtime {

/// From now on this process and its descendants can signal nobody but the calling process; signal 0 (is it alive?) is
/// free. False when the kernel refuses.
bool FenceSignals();

}  // namespace kingbird::runtime

// Node's own code on huge pages.
#pragma once

namespace kingbird::addon {

/// Before the first fork: a fork does not copy the page tables of mapped files, so every child would fault in the same
/// code again, page by page, and give it back at its end. A huge page is one entry, and it is copied. Does nothing
/// where the kernel has no huge pages to give.
void PutCodeOnHugePages();

}  // namespace kingbird::addon

// A strategy in C++: an exception that does not leave it.
#include <stdexcept>
#include <vector>
#include <weft/plugin.h>

static int cxx(weft_processor *self, weft_work *work)
{
    std::vector<int> own(1, weft_work_block(work, weft_rank(self)) != nullptr);
    try {
        own.at(5) = 1;
    } catch (const std::out_of_range &) {
        return weft_fail(self, "caught %d", own[0]);
    }
    return 0;
}

WEFT_STRATEGY(.problem = "multinode", .summary = "C++", .function = cxx)

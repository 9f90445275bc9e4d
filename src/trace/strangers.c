/* Files that are often found beside traces but that weft cannot read: what kind
 * of file each one is, found by its first bytes, and which program reads it. */
#include "strangers.h"

#include <ctype.h>
#include <dirent.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define CANNOT ", which weft cannot read"
#define BABELTRACE CANNOT "; babeltrace2 writes it as text"
#define PROJECTIONS CANNOT "; Projections shows it"
#define HPCVIEWER CANNOT "; hpcviewer shows it"

struct stranger {
    size_t at; /* offset of the bytes in the file */
    const char *bytes;
    size_t length;
    const char *what; /* rest of the sentence "'FILE' ..." */
};

#define STRANGERS_ROW(at, bytes, what)                                         \
    {                                                                          \
        at, bytes, sizeof(bytes) - 1, what                                     \
    }

static const struct stranger strangers_rows[] = {
    STRANGERS_ROW(0, "PK\3\4", "is a zip archive; unpack it first (unzip)"),
    STRANGERS_ROW(0, "BZh",
                  "is compressed with bzip2; unpack it first (bzip2 -d)"),
    STRANGERS_ROW(0,
                  "\xfd"
                  "7zXZ",
                  "is compressed with xz; unpack it first (xz -d)"),
    STRANGERS_ROW(0, "\x28\xb5\x2f\xfd",
                  "is compressed with zstd; unpack it first (zstd -d)"),
    STRANGERS_ROW(0, "\x1f\x9d",
                  "is compressed with compress; unpack it first (uncompress)"),
    STRANGERS_ROW(0, "CLOG-",
                  "is a trace in MPE's format CLOG" CANNOT
                  "; clog2TOslog2 and Jumpshot show it"),
    STRANGERS_ROW(0, "SLOG",
                  "is a trace in MPE's format SLOG" CANNOT
                  "; Jumpshot shows it"),
    STRANGERS_ROW(2, "SLOG 2",
                  "is a trace in MPE's format SLOG-2" CANNOT
                  "; slog2print writes it as text"),
    STRANGERS_ROW(0, "PROJECTIONS-RECORD", "is a trace of Charm++" PROJECTIONS),
    STRANGERS_ROW(0, "/* CTF", "describes a CTF trace" BABELTRACE),
    STRANGERS_ROW(0, "\xc1\x1f\xfc\xc1", "is a CTF trace" BABELTRACE),
    STRANGERS_ROW(0, "\x17\x08\x44tracing",
                  "is a trace of trace-cmd" CANNOT
                  "; trace-cmd report writes it as text"),
    STRANGERS_ROW(0, "# tracer:",
                  "is a trace of the kernel's ftrace" CANNOT
                  "; ui.perfetto.dev shows it"),
    STRANGERS_ROW(0, "PERFILE2",
                  "is a recording of perf" CANNOT
                  "; perf script writes it as text"),
    STRANGERS_ROW(0, "SQLite format 3", "is a database of SQLite, not a trace"),
};

/* MPE's text format alog begins with records of negative types: the creator,
 * then the numbers of events, processes, ... Each has six numbers; in type -2,
 * the fourth is the number of events. */
static bool stranger_is_alog(const char *head, size_t length)
{
    char line[256];
    size_t size = length < sizeof line - 1 ? length : sizeof line - 1;
    memcpy(line, head, size);
    line[size] = '\0';
    long type[2] = {0};
    const char *at = line;
    for (int i = 0; i < 2 && at; i++) {
        int fields = 0, used = 0;
        double field[5];
        fields = sscanf(at, " %ld%lf%lf%lf%lf%lf%n", &type[i], &field[0],
                        &field[1], &field[2], &field[3], &field[4], &used);
        if (fields != 6 || field[0] < 0)
            return false;
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    return (type[0] == -1 && type[1] == -2) || (type[0] == -2 && type[1] == -3);
}

/* Read a varint of a protocol buffer at *at, and advance *at. Return false if
 * the varint does not end within the head. */
static bool take_varint(const char *head, size_t length, size_t *at,
                        size_t *number)
{
    *number = 0;
    for (unsigned shift = 0; shift < 35 && *at < length; shift += 7) {
        unsigned char byte = (unsigned char)head[(*at)++];
        *number |= (size_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return true;
    }
    return false;
}

/* Return whether the head consists of lines of text. */
static bool stranger_is_text(const char *head, size_t length)
{
    size_t at = 0;
    while (at < length && at < 64 &&
           ((unsigned char)head[at] >= ' ' || isspace((unsigned char)head[at])))
        at++;
    return at == length || at == 64;
}

/* Return whether this is a Perfetto trace, a sequence of packets: field 1, its
 * length, and a packet that begins with the tag of a field. Require two
 * packets, or one that is longer than the head. */
static bool stranger_is_perfetto(const char *head, size_t length)
{
    size_t at = 0, size, packets = 0;
    if (stranger_is_text(head, length))
        return false;
    while (at < length && packets < 2) {
        bool field = head[at++] == '\x0a';
        if (!field || !take_varint(head, length, &at, &size) || size < 2 ||
            at >= length || (unsigned char)head[at] < 8 || (head[at] & 7) > 2)
            return false;
        at += size;
        packets++;
    }
    return packets == 2 || (packets && at > length);
}

/* Return whether the text is a version such as "0.0.4". */
static bool is_version(const char *text, size_t length)
{
    size_t dots = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '.' && (text[i] < '0' || text[i] > '9'))
            return false;
        dots += text[i] == '.';
    }
    return dots > 0;
}

/* Return whether this is an execution trace of Chakra: messages, each after its
 * length; the first field of the first message is the version, such as
 * "0.0.4". */
static bool stranger_is_chakra(const char *head, size_t length)
{
    size_t at = 0, size, digits;
    if (!take_varint(head, length, &at, &size) || at + 2 > length ||
        head[at] != '\x0a')
        return false;
    digits = (unsigned char)head[at + 1];
    return digits >= 3 && digits <= 16 && digits + 2 <= size &&
           at + 2 + digits <= length && is_version(head + at + 2, digits);
}

static bool stranger_is_hpctoolkit(const char *head, size_t length)
{
    static const char root[] = "<HPCToolkitExperiment";
    return length && *head == '<' &&
           memmem(head, length, root, sizeof root - 1) != NULL;
}

static bool stranger_is_page(const char *head, size_t length)
{
    static const char doctype[] = "<!doctype html";
    return length >= sizeof doctype &&
           !strncasecmp(head, doctype, sizeof doctype - 1);
}

static const struct {
    bool (*is)(const char *head, size_t length);
    const char *what;
} probes[] = {
    {stranger_is_alog, "is a trace in MPE's format alog" CANNOT},
    {stranger_is_hpctoolkit, "is a database of HPCToolkit" HPCVIEWER},
    {stranger_is_page, "is a web page, not a trace"},
    {stranger_is_chakra, "is an execution trace of Chakra" CANNOT
                         "; chakra_jsonizer writes it as JSON"},
    {stranger_is_perfetto, "is a trace in Perfetto's format" CANNOT
                           "; traceconv json FILE writes one that it can"},
};

const char *stranger_what(const char *head, size_t length)
{
    for (size_t i = 0; i < sizeof strangers_rows / sizeof *strangers_rows; i++)
        if (length >= strangers_rows[i].at + strangers_rows[i].length &&
            !memcmp(head + strangers_rows[i].at, strangers_rows[i].bytes,
                    strangers_rows[i].length))
            return strangers_rows[i].what;
    for (size_t i = 0; i < sizeof probes / sizeof *probes; i++)
        if (probes[i].is(head, length))
            return probes[i].what;
    return NULL;
}

static const struct {
    const char *file; /* pattern for the name of a file in the folder */
    const char *what;
} folders[] = {
    {"metadata", "is the folder of a CTF trace" BABELTRACE},
    {"*.sts", "is the folder of a trace of Charm++" PROJECTIONS},
    {"experiment.xml", "is a database of HPCToolkit" HPCVIEWER},
    {"meta.db", "is a database of HPCToolkit" HPCVIEWER},
};

const char *stranger_folder(const char *path)
{
    size_t found = sizeof folders / sizeof *folders, rows = found;
    DIR *folder = opendir(path);
    struct dirent *entry;
    while (folder && (entry = readdir(folder)))
        for (size_t i = 0; i < found; i++)
            if (!fnmatch(folders[i].file, entry->d_name, 0))
                found = i;
    if (folder)
        closedir(folder);
    return found < rows ? folders[found].what : NULL;
}

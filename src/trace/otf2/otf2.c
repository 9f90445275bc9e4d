/* OTF2: archives of Score-P, TAU and other measurement systems, for Vampir and
 * Scalasca. An archive is a folder of binary files, which only libotf2 reads.
 * So a module (converter.h, modules/otf2) converts it from and to other formats
 * of weft: archives are read via csv, and written via chrome. */
#include "converter.h"
#include "trace/format.h"
#include "trace/io/temporary.h"

#include <string.h>
#include <unistd.h>

extern const struct weft_format trace_chrome, trace_csv;

static int otf2_read(struct input *in, const struct weft_sink *sink,
                     struct weft_read_report *report, struct weft_error *err)
{
    const char *path = in_path(in);
    int fd;
    if (!path || !strcmp(path, "-"))
        return weft_error_set(err, WEFT_ERROR_FORMAT, 0,
                              "an OTF2 archive is a folder and cannot be read "
                              "from standard input; name the folder");
    if (temporary_open(&fd, err))
        return -1;
    if (converter_run(in_trusted(in) ? CONVERTER_TRUST : CONVERTER_READ, path,
                      path, fd, report, err)) {
        close(fd);
        return -1;
    }
    struct input *text = in_open_file(fd, in_trusted(in), err);
    if (!text)
        return -1;
    int status = trace_csv.read(text, sink, report, err);
    if (in_failed(text, err))
        status = -1;
    in_close(text);
    return status;
}

static bool otf2_recognise(const char *head, size_t length)
{
    static const char mark[] = "\x03"
                               "BOTF2";
    return length >= sizeof mark - 1 && !memcmp(head, mark, sizeof mark - 1);
}

const struct weft_format trace_otf2 = {
    .info = {"otf2", ".otf2",
             "archives of Score-P, for Vampir; needs a module of weft",
             .reads = true, .writes = true, .module = CONVERTER_MODULE,
             .remark = "an OTF2 archive is a folder: other programs open the "
                       "file traces.otf2 in it"},
    .through = &trace_chrome,
    .recognise = otf2_recognise,
    .read = otf2_read,
};

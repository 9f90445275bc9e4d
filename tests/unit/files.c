/* Output files: where they are before they are complete, which files they
 * replace, and what they leave alone. */
#include "trace-tools.h"

#include <dirent.h>
#include <grp.h>
#include <sys/stat.h>

static const struct weft_trace_info files_info = {2, 1000000, 1, 0, NULL};

/* Emulates a system without /proc or unnamed files: the linker redirects the
 * library's calls to these functions (see meson.build). */
static bool no_proc;
int __real_access(const char *path, int mode);
int __wrap_access(const char *path, int mode);
int __wrap_access(const char *path, int mode)
{
    return no_proc && strstr(path, "/proc/") ? -1 : __real_access(path, mode);
}

/* Emulates a signal just before a file is renamed. */
static bool signalled;
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to)
{
    if (signalled)
        weft_files_abandon();
    return __real_rename(from, to);
}

static char files_folder[] = "/tmp/weft-files-XXXXXX";

static void files_enter(void)
{
    cr_assert(mkdtemp(files_folder) && chdir(files_folder) == 0);
}

static size_t entries(void)
{
    size_t count = 0;
    DIR *dir = opendir(".");
    for (const struct dirent *entry; (entry = readdir(dir));)
        count += entry->d_name[0] != '.';
    closedir(dir);
    return count;
}

static void files_leave(void)
{
    cr_expect_eq(entries(), 0, "files are left behind");
    cr_expect_eq(rmdir(files_folder), 0);
}

TestSuite(files, .init = files_enter, .fini = files_leave);

static void files_make(const char *path, mode_t mode)
{
    FILE *file = fopen(path, "w");
    fputs("old", file);
    fclose(file);
    cr_assert_eq(chmod(path, mode), 0);
}

static bool is_old(const char *path)
{
    char text[8] = "";
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(text, 1, 4, file) : 0;
    if (file)
        fclose(file);
    return length == 3 && !strcmp(text, "old");
}

static struct weft_writer *files_begin(const char *target)
{
    struct weft_error err;
    struct weft_writer *writer = weft_writer_open(target, &err);
    cr_assert(writer, "%s", err.text);
    const struct weft_sink *sink = weft_writer_sink(writer);
    sink->begin(sink->arg, &files_info);
    return writer;
}

static void files_end(struct weft_writer *writer)
{
    struct weft_error err;
    const struct weft_sink *sink = weft_writer_sink(writer);
    sink->end(sink->arg);
    cr_expect_eq(weft_writer_close(writer, &err), 0, "%s", err.text);
}

static void files_expect_refused(const char *target, const char *why)
{
    struct weft_error err = {0};
    cr_expect_null(weft_writer_open(target, &err), "%s", target);
    cr_expect(strstr(err.text, why), "%s: %s", target, err.text);
}

Test(files, keep_the_permissions_of_the_old_one)
{
    static const mode_t modes[] = {0600, 0640, 0664, 0755};
    for (int i = 0; i < 8; i++) {
        struct stat status;
        no_proc = i % 2;
        files_make("a.csv", modes[i / 2]);
        files_end(files_begin("a.csv"));
        cr_assert_eq(stat("a.csv", &status), 0);
        cr_expect_eq(status.st_mode & 07777, modes[i / 2]);
        cr_expect(!is_old("a.csv"));
        unlink("a.csv");
    }
}

Test(files, what_nobody_may_write_stays)
{
    files_make("a.csv", 0444);
    cr_assert_eq(symlink("a.csv", "b.csv"), 0);
    files_expect_refused("a.csv", "Permission denied");
    files_expect_refused("b.csv", "Permission denied");
    cr_expect(is_old("a.csv"));
    unlink("b.csv");
    unlink("a.csv");
}

Test(files, a_link_to_nothing_is_not_replaced)
{
    struct stat status;
    cr_assert_eq(symlink("nowhere", "a.csv"), 0);
    files_expect_refused("a.csv", "No such file");
    cr_expect(lstat("a.csv", &status) == 0 && S_ISLNK(status.st_mode));
    unlink("a.csv");
}

Test(files, one_target_for_one_file)
{
    static const char *const same[] = {"a.csv", "./a.csv", "csv:a.csv",
                                       "../%s/a.csv", "link/a.csv"};
    cr_assert_eq(symlink(".", "link"), 0);
    struct weft_writer *writer = files_begin("a.csv");
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char target[100];
        snprintf(target, sizeof target, same[i],
                 strrchr(files_folder, '/') + 1);
        files_expect_refused(target, "already being written");
    }
    struct weft_writer *other = files_begin("b.csv");
    files_end(other);
    files_end(writer);
    files_end(files_begin("a.csv")); /* the name is available again */
    struct weft_writer *output = files_begin("csv:-");
    files_expect_refused("picl:-", "standard output");
    weft_writer_abort(output);
    writer = files_begin("csv:/dev/null");
    files_end(files_begin("csv:/dev/null"));
    files_end(writer);
    unlink("a.csv");
    unlink("b.csv");
    unlink("link");
}

Test(files, wait_under_a_name_of_their_own)
{
    char planted[40];
    no_proc = true;
    files_make("precious", 0644);
    snprintf(planted, sizeof planted, "a.csv.%ld~", (long)getpid());
    cr_assert_eq(symlink("precious", planted), 0);
    struct weft_writer *writer = files_begin("a.csv");
    cr_expect_eq(entries(), 3, "the file has no name");
    files_end(writer);
    cr_expect(is_old("precious") && !access("a.csv", F_OK));
    cr_expect_eq(entries(), 3);
    weft_writer_abort(files_begin("b.csv"));
    cr_expect_eq(entries(), 3, "an aborted file is still there");
    unlink(planted);
    unlink("precious");
    unlink("a.csv");
}

/* Calls what a signal handler calls. */
Test(files, are_gone_when_abandoned)
{
    no_proc = true;
    struct weft_writer *first = files_begin("a.csv"),
                       *second = files_begin("b.csv");
    cr_expect_eq(entries(), 2);
    weft_writer_abort(first);
    weft_files_abandon();
    cr_expect_eq(entries(), 0);
    weft_writer_abort(second);
}

Test(files, have_no_name_left_when_a_signal_comes_between_two)
{
    struct weft_error err;
    struct weft_writer *writer = files_begin("a.csv");
    const struct weft_sink *sink = weft_writer_sink(writer);
    sink->end(sink->arg);
    signalled = true;
    cr_expect_eq(weft_writer_close(writer, &err), -1);
    signalled = false;
    cr_expect_eq(entries(), 0, "the name of a moment stays");
}

/* The replacement of a private file is private even before it is complete. */
Test(files, wait_as_private_as_the_old_one)
{
    no_proc = true;
    files_make("a.csv", 0600);
    umask(0);
    struct weft_writer *writer = files_begin("a.csv");
    DIR *dir = opendir(".");
    size_t waiting = 0;
    for (const struct dirent *entry; (entry = readdir(dir));) {
        struct stat status;
        if (strncmp(entry->d_name, "a.csv.", 6) != 0)
            continue;
        waiting++;
        cr_assert_eq(stat(entry->d_name, &status), 0);
        cr_expect_eq(status.st_mode & 07777, 0600);
    }
    closedir(dir);
    cr_expect_eq(waiting, 1);
    files_end(writer);
    unlink("a.csv");
}

#define SOMEBODY 65534

/* A file keeps its group if we are a member; otherwise our group gets no more
 * rights than others. */
Test(files, keep_the_group_of_the_old_one)
{
    static const struct {
        gid_t old;
        mode_t mode;
        gid_t group;
        mode_t left;
    } rows[] = {{100, 0660, 100, 0660},
                {200, 0662, SOMEBODY, 0622},
                {200, 0646, SOMEBODY, 0646}};
    const gid_t groups[] = {100};
    if (geteuid() != 0)
        cr_skip_test("only root can become somebody");
    for (size_t i = 0; i < 3; i++) {
        char name[] = "0.csv";
        name[0] += (char)i;
        files_make(name, rows[i].mode);
        cr_assert_eq(chown(name, 1, rows[i].old), 0);
    }
    cr_assert_eq(chown(".", SOMEBODY, SOMEBODY), 0);
    cr_assert(!setgroups(1, groups) && !setgid(SOMEBODY) && !setuid(SOMEBODY));
    for (size_t i = 0; i < 3; i++) {
        struct stat status;
        char name[] = "0.csv";
        name[0] += (char)i;
        files_end(files_begin(name));
        cr_assert_eq(stat(name, &status), 0);
        cr_expect_eq(status.st_gid, rows[i].group, "%s", name);
        cr_expect_eq(status.st_mode & 07777, rows[i].left, "%s", name);
        unlink(name);
    }
}

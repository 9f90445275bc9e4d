/* Files take their places only when all of them have been made. */
#include "stage.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int cannot(const char *what, const char *name, struct weft_error *err)
{
    int code = errno;
    return weft_error_system(err, code, 0, "cannot %s '%.200s': %s", what, name,
                             strerror(code));
}

char *stage_name(const char *folder, const char *name)
{
    char *path;
    return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

int stage_open(struct stage *stage, const char *folder, struct weft_error *err)
{
    *stage = (struct stage){.folder = folder};
    if (mkdir(folder, 0777) == 0)
        stage->created = true;
    else if (errno != EEXIST)
        return cannot("create the folder", folder, err);
    stage->path = stage_name(folder, ".weft-XXXXXX");
    if (stage->path && mkdtemp(stage->path))
        return 0;
    int status = cannot("write in the folder", folder, err);
    int code = errno;
    free(stage->path);
    stage->path = NULL;
    stage_close(stage);
    errno = code;
    return status;
}

int stage_place(const struct stage *stage, const char *name,
                struct weft_error *err)
{
    char *from = stage_name(stage->path, name);
    char *to = stage_name(stage->folder, name);
    int status = 0;
    if (!from || !to)
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    else if (rename(from, to))
        status = cannot("write", to, err);
    free(from);
    free(to);
    return status;
}

static void remove_all(const char *folder)
{
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        char *path = stage_name(folder, entry->d_name);
        if (path && entry->d_name[0] != '.')
            unlink(path);
        free(path);
    }
    if (dir)
        closedir(dir);
    rmdir(folder);
}

void stage_close(struct stage *stage)
{
    if (stage->path)
        remove_all(stage->path);
    free(stage->path);
    stage->path = NULL;
    if (stage->created)
        rmdir(stage->folder); /* which fails if anything is in it */
}

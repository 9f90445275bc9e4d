/* Build tool: writes a file as a zero-terminated C array.
 *     embed IN OUT NAME */
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 4)
        return 64;
    FILE *in = fopen(argv[1], "r");
    FILE *out = fopen(argv[2], "w");
    if (!in || !out) {
        perror(in ? argv[2] : argv[1]);
        return 1;
    }
    fprintf(out, "extern const char %s[];\nconst char %s[] = {", argv[3],
            argv[3]);
    int byte;
    for (int i = 0; (byte = getc(in)) != EOF; i++)
        fprintf(out, "%s%d,", i % 16 ? " " : "\n    ", byte);
    fputs(" 0,\n};\n", out);
    int failed = ferror(in);
    return fclose(in) || failed || fclose(out) ? 1 : 0;
}

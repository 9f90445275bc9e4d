/* The settings that define a question for the search. The search counts steps,
 * so it ignores settings for the execution and timing of a run. */
#include <string.h>
#include <weft/problem.h>

#include "search.h"

/* The general settings that define the question. `vector` does not: strategies
 * use it to cut data into blocks, which `blocks` counts here. */
static const char *const general[] = {"network", "model", "seed", "lane"};
static const char *const not_asked[] = {"vector"};

static bool asked_is_among(const char *const *words, size_t count,
                           const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(words[i], word))
            return true;
    return false;
}

static bool is_asked(const char *problem, const char *setting)
{
    const struct weft_setting *own;
    if (asked_is_among(general, sizeof general / sizeof *general, setting))
        return true;
    if (!problem ||
        asked_is_among(not_asked, sizeof not_asked / sizeof *not_asked,
                       setting))
        return false;
    for (size_t i = 0; (own = weft_problem_setting(problem, i)); i++)
        if (!strcmp(own->name, setting))
            return true;
    return false;
}

struct weft_experiment asked_of(const struct weft_experiment *experiment)
{
    struct weft_experiment asked = weft_experiment_default(experiment->problem);
    for (size_t i = 0; i < experiment->choices; i++)
        if (is_asked(experiment->problem, experiment->choice[i].setting))
            asked.choice[asked.choices++] = experiment->choice[i];
    return asked;
}

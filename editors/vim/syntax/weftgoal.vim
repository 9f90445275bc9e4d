" Goals of weft, and programs in the format GOAL, which has the same ending
if exists("b:current_syntax") | finish | endif
syntax match weftgoalWrong /^\s*\h\w*/
syntax match weftgoalLabel /^\s*\w\+\ze\s*:\s*\(calc\|recv\|send\)\>/
syntax match weftgoalLabel /^\s*\w\+\ze\s\+i\?requires\>/
syntax match weftgoalStatement /^\s*\(combine\|have\|let\|ordered\|processors\|want\)\>/
syntax match weftgoalStatement /^\s*\(num_ranks\|rank\)\>/
syntax keyword weftgoalOperation calc recv send requires irequires
syntax keyword weftgoalField cpu from nic tag to
syntax keyword weftgoalRule any move sum
syntax keyword weftgoalWord all by of
syntax keyword weftgoalVariable p r
syntax match weftgoalNumber /\<\d\+b\?\>/
syntax match weftgoalComment /#.*\|\/\/.*/
syntax region weftgoalComment start=/\/\*/ end=/\*\//
highlight default link weftgoalWrong Error
highlight default link weftgoalLabel Label
highlight default link weftgoalStatement Statement
highlight default link weftgoalOperation Keyword
highlight default link weftgoalField Keyword
highlight default link weftgoalRule Constant
highlight default link weftgoalWord Operator
highlight default link weftgoalVariable Identifier
highlight default link weftgoalNumber Number
highlight default link weftgoalComment Comment
let b:current_syntax = "weftgoal"

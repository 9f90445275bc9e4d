" :compiler weft, then :make -n hypercube:4 checks the file; :cnext goes to the next error.
let current_compiler = "weft"
CompilerSet makeprg=weft\ check\ $*\ %:S
CompilerSet errorformat=%f:%l:\ %trror:\ %m,%f:%l:\ %tarning:\ %m,%f:%l:\ %tote:\ %m,weft:\ %f:\ line\ %l:\ %m

" Schedules of weft: slot source destination items [via switches]
if exists("b:current_syntax") | finish | endif
syntax match weftscheduleWrong /[^[:space:]#][^#]*/
syntax match weftscheduleTransfer contains=weftscheduleNumber,weftscheduleVia
      \ /^\s*\d\+\s\+\d\+\s\+\d\+\s\+\d[-0-9,:+]*\(\s\+via\s\+\d\+\(,\d\+\)*\)\?\ze\s*\(#\|$\)/
syntax match weftscheduleNumber /\d\+/ contained
syntax keyword weftscheduleVia via contained
syntax match weftscheduleComment /#.*/
highlight default link weftscheduleWrong Error
highlight default link weftscheduleNumber Number
highlight default link weftscheduleVia Keyword
highlight default link weftscheduleComment Comment
let b:current_syntax = "weftschedule"

autocmd BufNewFile,BufRead *.sched setfiletype weftschedule
autocmd BufNewFile,BufRead *.goal setfiletype weftgoal

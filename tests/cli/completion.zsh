# What <TAB> makes of lines in zsh, in a terminal of its own.
# usage: zsh -f completion.zsh FOLDER <LINES: the folder has _weft
zmodload zsh/zpty || exit 1
zpty shell zsh -f -i
zpty -w shell "PS1= PS2=; fpath=(${(q)1} \$fpath); autoload -U compinit
compinit -u -D; setopt no_beep no_auto_menu no_auto_list
told() { print -r -- \"told<\$BUFFER>\"; BUFFER= }; zle -N told; bindkey '^X' told"
zpty -w -n shell $'\x18' # it is ready when it tells that there is nothing
zpty -r -m shell text '*told<>*' || exit 1
while read -r line; do
    zpty -w -n shell "$line"$'\t\x18'
    zpty -r -m shell text '*told<*>*' || exit 1
    text=${text##*told<}
    print -r -- "${text%%>*}"
done
zpty -d shell

# more-words: it writes more than the move: 'pass?'
# more-words: with a carriage return at the end of each line
cr=$(printf '\r')
while read -r word rest; do
    case "$word $rest" in
        action*"$cr") echo 'pass?' ;;
        action*) echo pass ;;
    esac
done

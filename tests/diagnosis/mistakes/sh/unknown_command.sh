# crash: not found
set -e
while read -r word rest; do
    if [ "$word" = action ]; then
        choose_move "$rest"
    fi
done

# Any-game starter bot: it plays random moves of the game; teach it the rules.
# Start: sh any_game.sh
# Needs: sh

moves='up right down left'
seed=$$

# choose_move: puts the answer into move. The known values are in $setting_NAME and $game_NAME.
choose_move() {
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    set -- $moves # unquoted, to be split into words
    shift $((seed / 65536 % $#))
    move=$1
}

# keep PREFIX NAME VALUE: keeps a value under a name, if that is one in a shell, too.
keep() {
    case $2 in
        '' | *[!A-Za-z0-9_]*) ;;
        *) eval "$1_$2=\$3" ;;
    esac
}

while read -r verb first second rest; do
    case "$verb $first" in
        settings*) keep setting "$first" "$second" ;;
        'update game') keep game "$second" "$rest" ;;
        'action move')
            choose_move
            echo "round $game_round" >&2
            echo "$move"
            ;;
    esac
done

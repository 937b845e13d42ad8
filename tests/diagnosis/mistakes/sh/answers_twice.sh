# second-answer: 'pass' came as well; the first one counts
while read -r word rest; do
    if [ "$word" = action ]; then
        echo pass
        echo pass
    fi
done

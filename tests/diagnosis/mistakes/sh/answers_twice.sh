# second-answer: 'pass' was extra; the first answer counts
while read -r word rest; do
    if [ "$word" = action ]; then
        echo pass
        echo pass
    fi
done

# second-answer: came as well; the first one counts
while read -r line; do
    echo pass
done

# second-answer: was extra; the first answer counts
while read -r line; do
    echo pass
done

# waits: it has read the whole request, but waits for another line
# waits: the next line comes after the answer
while read -r line; do
    if [ -z "$line" ]; then
        echo pass
    fi
done

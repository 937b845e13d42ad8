# waits: it has read the whole request and waits for another line
# waits: no line follows before the answer
while read -r line; do
    if [ -z "$line" ]; then
        echo pass
    fi
done

# late: it was still computing after
# limits: short
while read -r word rest; do
    if [ "$word" = action ]; then
        while :; do :; done
    fi
done

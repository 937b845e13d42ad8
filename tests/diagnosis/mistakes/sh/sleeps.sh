# does-not-read: it does not read its input
# limits: short
sleep 30

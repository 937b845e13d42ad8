// crash: RangeError: Maximum call stack size exceeded
Error.stackTraceLimit = 20000;
const lines = require("readline").createInterface({ input: process.stdin });
const room = (cell) => 1 + room(cell + 1);
lines.on("line", (line) => {
    if (line.startsWith("action")) console.log(room(0));
});

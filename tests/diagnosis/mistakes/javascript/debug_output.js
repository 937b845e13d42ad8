// debug-line: it writes lines to its standard output that are not answers: 'round
// debug-line: see      protocol.md, Answers
const lines = require("readline").createInterface({ input: process.stdin });
let round = 0;
lines.on("line", (line) => {
    if (line.startsWith("action")) {
        console.log("round " + round++);
        console.log("pass");
    }
});

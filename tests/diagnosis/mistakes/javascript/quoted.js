// json: it answers with JSON: '"pass"'
// json: write the bare word, without quotes
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
    if (line.startsWith("action")) console.log(JSON.stringify("pass"));
});

// json: it answers in JSON: '"pass"'
// json: write only the word, without quotes
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
    if (line.startsWith("action")) console.log(JSON.stringify("pass"));
});

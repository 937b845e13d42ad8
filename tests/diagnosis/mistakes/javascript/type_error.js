// crash: TypeError: Cannot read properties of undefined
const lines = require("readline").createInterface({ input: process.stdin });
let me;
lines.on("line", (line) => {
    if (line.startsWith("action")) console.log(me.field.length);
});

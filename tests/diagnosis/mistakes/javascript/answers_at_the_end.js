// reads-to-the-end: it answers only at the end of its input
// limits: short
let text = "";
process.stdin.on("data", (data) => { text += data; });
process.stdin.on("end", () => {
    for (const line of text.split("\n"))
        if (line.startsWith("action")) console.log("up");
});

// Search within the pages: all words must be there; those of headings count most.
const box = document.querySelector("input[type=search]");
const list = document.querySelector(".found");
const contents = document.querySelector(".contents");
const root = document.body.dataset.root;
const MOST = 20, AROUND = 60;

function score(entry, words) {
  const heading = `${entry.page} ${entry.heading}`.toLowerCase();
  const text = entry.text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const counts = (entry.heading.toLowerCase().includes(word) ? 8 : 0)
      + (heading.includes(word) ? 4 : 0) + Math.min(text.split(word).length - 1, 4);
    if (!counts) return 0;
    sum += counts;
  }
  return sum;
}

function excerpt(entry, word) {
  const at = Math.max(entry.text.toLowerCase().indexOf(word) - AROUND, 0);
  return (at ? "... " : "") + entry.text.slice(at, at + 3 * AROUND);
}

function item(entry, word) {
  const li = document.createElement("li"), link = document.createElement("a");
  link.href = root + entry.address;
  link.textContent = entry.heading === entry.page ? entry.page : `${entry.page}: ${entry.heading}`;
  const text = document.createElement("p");
  text.textContent = excerpt(entry, word);
  li.append(link, text);
  return li;
}

function search() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  list.hidden = !words.length;
  contents.hidden = words.length > 0;
  const found = SEARCH_INDEX.map((entry) => [score(entry, words), entry])
    .filter(([value]) => value > 0).sort((a, b) => b[0] - a[0]).slice(0, MOST);
  list.replaceChildren(...found.map(([, entry]) => item(entry, words[0])));
  if (words.length && !found.length) list.append("Nothing found.");
}

box.addEventListener("input", search);
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== box) {
    event.preventDefault();
    box.focus();
  } else if (event.key === "Enter" && document.activeElement === box) {
    list.querySelector("a")?.click();
  } else if (event.key === "Escape") {
    box.value = "";
    search();
  }
});


"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const FEW = 200; // references that a filter may leave before their files stay closed
  const id = (name) => document.getElementById(name);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // Lines: everything is measured first and drawn after, once for all topics.
  const svg = id("lines");
  const oldPorts = all("#old .port");
  const newRows = all("#new .row");
  const groups = new Map();

  function draw() {
    const box = svg.getBoundingClientRect();
    const from = new Map();
    for (const port of oldPorts) {
      const place = port.getBoundingClientRect();
      if (!place.height) continue;
      const end = port.parentElement.getBoundingClientRect().right;
      from.set(port.dataset.topic, [...(from.get(port.dataset.topic) || []), [end, place.top + place.height / 2]]);
    }
    const drawn = [];
    if (box.width) {
      for (const row of newRows) {
        const place = row.querySelector(".port").getBoundingClientRect();
        const starts = place.height ? from.get(row.dataset.topic) || [] : [];
        if (starts.length) drawn.push([row, place.left, place.top + place.height / 2, starts]);
      }
    }
    groups.clear();
    svg.replaceChildren(...drawn.map(([row, right, low, starts]) => {
      const group = document.createElementNS(SVG, "g");
      group.setAttribute("class", row.classList.value.replace(/\b(row|is-on|is-quiet)\b/g, "").trim());
      group.dataset.topic = row.dataset.topic;
      for (const [left, high] of starts) group.append(curve(left - box.left + 6, high - box.top, right - box.left - 4, low - box.top));
      groups.set(row.dataset.topic, group);
      return group;
    }));
  }

  function curve(x1, y1, x2, y2) {
    const path = document.createElementNS(SVG, "path");
    const bend = (x2 - x1) / 2;
    path.setAttribute("d", `M${x1.toFixed(1)} ${y1.toFixed(1)}C${(x1 + bend).toFixed(1)} ${y1.toFixed(1)} ${(x2 - bend).toFixed(1)} ${y2.toFixed(1)} ${x2.toFixed(1)} ${y2.toFixed(1)}`);
    return path;
  }

  let frame = 0;
  const drawSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  };
  new ResizeObserver(drawSoon).observe(id("trees"));
  if (document.fonts) document.fonts.ready.then(drawSoon);
  draw();

  // What belongs together is lit together, under the pointer and under the focus.
  const rowsOf = new Map(newRows.map((row) => [row.dataset.topic, [row]]));
  for (const port of oldPorts) rowsOf.get(port.dataset.topic).push(port.closest(".row"));
  const topicsOf = (row) => (row.dataset.topic ? [row.dataset.topic] : all(".port", row).map((port) => port.dataset.topic));

  function light(row) {
    for (const lit of all(".is-on", id("trees"))) lit.classList.remove("is-on");
    svg.classList.toggle("has-on", Boolean(row));
    for (const topic of row ? topicsOf(row) : []) {
      for (const each of rowsOf.get(topic)) each.classList.add("is-on");
      if (groups.has(topic)) groups.get(topic).classList.add("is-on");
    }
  }

  function enter(event) {
    const row = event.target.closest ? event.target.closest(".row") : null;
    light(row);
    const card = row && row.querySelector(".evidence");
    if (!card) return;
    card.classList.remove("above");
    const place = card.getBoundingClientRect();
    const isLow = place.bottom > innerHeight && row.getBoundingClientRect().top - place.height > 60;
    card.classList.toggle("above", isLow);
  }

  function leave(event) {
    const row = event.target.closest(".row");
    if (row && !row.contains(event.relatedTarget)) {
      row.classList.remove("is-quiet");
      light(null);
    }
  }

  for (const name of ["pointerover", "focusin"]) id("trees").addEventListener(name, enter);
  for (const name of ["pointerout", "focusout"]) id("trees").addEventListener(name, leave);

  // Filter: the texts are read once, at the first letter.
  const field = id("filter");
  const result = id("filter-result");
  const files = all("#files > .file");
  let texts = null;

  function readTexts() {
    const plain = (element) => element.textContent.toLowerCase();
    const topics = new Map(newRows.map((row) => [row.dataset.topic, plain(row)]));
    const old = all("#old .row").map((row) => [row, `${plain(row)} ${topicsOf(row).map((each) => topics.get(each)).join(" ")}`]);
    return {
      rows: [...old, ...newRows.map((row) => [row, topics.get(row.dataset.topic)])],
      questions: all(".question").map((element) => [element, plain(element)]),
      others: all("[data-filter]").map((element) => [element, plain(element)]),
      files: files.map((file) => {
        const name = plain(file.firstElementChild);
        return [file, all("li", file).map((item) => [item, `${name} ${plain(item)}`])];
      }),
    };
  }

  function sift(pairs, words) {
    let shown = 0;
    for (const [element, text] of pairs) {
      const fits = words.every((word) => text.includes(word));
      if (element.hidden === fits) element.hidden = !fits;
      shown += fits;
    }
    return shown;
  }

  function filter() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length && !texts) return;
    texts = texts || readTexts();
    sift(texts.rows, words);
    const shownQuestions = sift(texts.questions, words);
    sift(texts.others, words);
    let found = 0;
    for (const [file, items] of texts.files) {
      const shown = sift(items, words);
      file.hidden = !shown;
      found += shown;
    }
    for (const folder of all(".folder")) folder.hidden = !folder.querySelector(".row:not([hidden])");
    const shownRows = newRows.filter((row) => !row.hidden).length;
    id("no-questions").hidden = shownQuestions > 0 || !texts.questions.length;
    id("no-records").hidden = shownRows > 0;
    id("no-references").hidden = found > 0 || !files.length;
    for (const file of files) file.open = words.length > 0 && found <= FEW && !file.hidden;
    result.textContent = words.length ? `${count(shownRows, "file")}, ${count(found, "reference")}` : "";
    name();
    drawSoon();
  }

  const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
  let pause = 0;
  id("filter-box").hidden = false;
  field.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(filter, 90);
  });

  addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input[type=search], textarea, select");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
      field.select();
    } else if (event.key === "Escape") {
      for (const row of all(".row:is(:hover, :focus-within)")) row.classList.add("is-quiet");
      if (field.value) {
        field.value = "";
        filter();
      }
    }
  });

  // Files open all at once, and for print; what was closed before is closed after.
  const button = id("open-all");
  const name = () => {
    if (button) button.textContent = files.some((file) => !file.open && !file.hidden) ? "Open all files" : "Close all files";
  };
  if (button) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const open = files.some((file) => !file.open && !file.hidden);
      for (const file of files) file.open = open;
      name();
    });
    id("files").addEventListener("toggle", name, true);
  }
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = all("details:not([open])");
    for (const details of closed) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of closed) details.open = false;
  });

  // Copying, where the browser lets a local page do that.
  for (const line of navigator.clipboard ? all(".line") : []) {
    const copy = document.createElement("button");
    copy.type = "button";
    copy.className = "copy";
    copy.textContent = "Copy";
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(line.querySelector("code").textContent);
      copy.textContent = "Copied";
      setTimeout(() => { copy.textContent = "Copy"; }, 1500);
    });
    line.append(copy);
  }
})();

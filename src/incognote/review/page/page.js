// The page. What stands in the text is counted in code points by the server and in UTF-16 here;
// blocks know both, and only they translate. A note is text nodes and marks around them: nothing
// of it is ever read as HTML, put into an address, or kept beyond the page.

const $ = (id) => document.getElementById(id);
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") element.className = value;
    else if (name === "on") for (const [what, to] of Object.entries(value)) element.addEventListener(what, to);
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
};

// ---- words -------------------------------------------------------------------------------------

let words = {}, spoken = "en";
const say = (key, ...values) =>
  (words[spoken][key] ?? key).replace(/\{(\d)\}/g, (_, i) => values[Number(i)]);
// The server refuses in English.
const refusal = (english) => words[spoken].refusals[english] ?? english;
const number = (n) => n.toLocaleString(spoken);

function speak(language) {
  spoken = language;
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of document.querySelectorAll("[data-label]:not(mark)")) element.setAttribute("aria-label", say(element.dataset.label));
  if (project) showAll();
}

// ---- what is known -----------------------------------------------------------------------------

let project = null;      // as the server told it, with the rows of the queue
let categories = {};     // of each type
let note = null;         // the one that is read: its row, text, marks and the last decision on it
let blocks = [];         // its text in pieces, each {start, end, text, wide, element, sign}
let current = null;      // the id of the mark that is chosen
let lastType = null;     // what was marked last

const standing = () => note.items.filter((mark) => mark.state !== "dropped");
const chosen = () => note?.items.find((mark) => mark.id === current) ?? null;
const category = (label) => {
  const found = (categories[label] ?? "OTHER").toLowerCase();
  return found === "id" ? "id-number" : found;
};

// ---- code points -------------------------------------------------------------------------------

const WIDE = /[\ud800-\udbff][\udc00-\udfff]/;
const MOST_IN_BLOCK = 4000;
const SURE = 0.9;  // what is less so has its figure in the text
const length = (text) => {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) if (text.charCodeAt(i) >> 10 === 54 && text.charCodeAt(i + 1) >> 10 === 55) { count--; i++; }
  return count;
};

// Pieces end behind a line, or where a line is very long behind a blank, so that far ones cost
// nothing until they are looked at.
function split(text) {
  const found = [];
  let from = 0, start = 0;
  while (from < text.length) {
    let to = Math.min(text.length, from + MOST_IN_BLOCK);
    if (to < text.length) {
      const line = text.lastIndexOf("\n", to - 1), blank = text.lastIndexOf(" ", to - 1);
      if (line > from) to = line + 1;
      else if (blank > from) to = blank + 1;
      else if (text.charCodeAt(to) >> 10 === 55) to++;
    }
    const piece = text.slice(from, to), size = length(piece);
    found.push({ start, end: start + size, text: piece, wide: size !== piece.length, element: null, sign: "" });
    start += size;
    from = to;
  }
  return found;
}

const toUnits = (block, at) => {  // UTF-16 within the block's text
  if (!block.wide) return at - block.start;
  let units = 0;
  for (let left = at - block.start; left > 0; left--) units += block.text.codePointAt(units) > 0xffff ? 2 : 1;
  return units;
};
const toPoints = (block, units) => block.start + (block.wide ? length(block.text.slice(0, units)) : units);

function blockAt(at) {
  let low = 0, high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (blocks[middle].start <= at) low = middle; else high = middle - 1;
  }
  return low;
}

function slice(start, end) {
  let text = "";
  for (let i = blockAt(start); i < blocks.length && blocks[i].start < end; i++) {
    const block = blocks[i];
    text += block.text.slice(toUnits(block, Math.max(start, block.start)), toUnits(block, Math.min(end, block.end)));
  }
  return text;
}

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;
function wordsOf(block) {
  block.words ??= [...block.text.matchAll(WORD)].map((m) => {
    const start = toPoints(block, m.index);
    return [start, start + length(m[0])];
  });
  return block.words;
}
function wordFrom(at, fits) {  // the first word that fits, from the block of `at` on
  for (let i = Math.max(0, blockAt(at) - 1); i < blocks.length; i++)
    for (const word of wordsOf(blocks[i])) if (fits(word)) return word;
  return null;
}
function wordBefore(at, fits) {
  for (let i = blockAt(at); i >= 0; i--)
    for (const word of wordsOf(blocks[i]).toReversed()) if (fits(word)) return word;
  return null;
}

// ---- the text ----------------------------------------------------------------------------------

// What would turn the order of letters around is shown as what it is.
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const CONTROL_NAMES = { 0x61c: "ALM", 0x200e: "LRM", 0x200f: "RLM", 0x202a: "LRE", 0x202b: "RLE", 0x202c: "PDF", 0x202d: "LRO", 0x202e: "RLO", 0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI" };

function fill(parent, text) {
  let from = 0;
  for (const match of text.matchAll(CONTROLS)) {
    if (match.index > from) parent.append(text.slice(from, match.index));
    parent.append(make("span", { class: "control", "data-control": CONTROL_NAMES[match[0].charCodeAt(0)] }, match[0]));
    from = match.index + match[0].length;
  }
  if (from < text.length || !text) parent.append(text.slice(from));
}

function filled(tag, attributes, text) {
  const element = make(tag, attributes);
  fill(element, text);
  return element;
}

// Words with what stands before and behind them, in one line, from a whole word on.
function inContext([before, found, behind]) {
  const context = make("span", { class: "context", dir: "auto" });
  if (before.length > 32) before = before.replace(/^\S*\s+/, "… ");
  [before, found, behind].map((part) => part.replace(/\s+/g, " ")).forEach((part, i) => {
    const piece = i === 1 ? make("b", {}) : context;
    fill(piece, part);
    if (i === 1) context.append(piece);
  });
  return context;
}

// Rounded down: what is not sure is never shown as 100 %.
const surety = (score) => Math.floor(score * 100 + 1e-6);
const doubt = (mark) => mark.state === "open" && mark.score < SURE ? ` ${surety(mark.score)} %` : "";

function draw(element, block, marks) {
  element.replaceChildren();
  let from = 0;
  for (const mark of marks) {
    const start = toUnits(block, Math.max(mark.start, block.start)), end = toUnits(block, Math.min(mark.end, block.end));
    if (start < from) continue;  // a dropped one below one that stands
    if (start > from) fill(element, block.text.slice(from, start));
    const more = mark.end > block.end ? " more" : "";
    const drawn = make("mark", {
      class: `${category(mark.label)} ${mark.state}${more}${mark.id === current ? " current" : ""}`,
      "data-id": mark.id, "data-label": mark.label + doubt(mark),
    });
    fill(drawn, block.text.slice(start, end));
    element.append(drawn);
    from = end;
  }
  if (from < block.text.length) fill(element, block.text.slice(from));
}

// ---- what stands in place of the marks ----------------------------------------------------------

let beside = false;      // whether it is shown
let replaced = null;     // of the note that is read: its last decision, and the places
async function showBeside() {
  if (!beside) return;
  const shown = note, last = note.last;
  let answer;
  try { answer = await ask(`/api/notes/${shown.number}/replaced`); } catch (error) {
    answer = { last, places: [], trouble: error.message };
  }
  if (note !== shown || note.last !== answer.last || !beside) return;  // it is asked for anew
  replaced = answer;
  blocks.forEach(drawBeside);
  if (answer.trouble) trouble(answer.trouble);
}

function drawBeside(block) {
  block.row.querySelector(".new")?.remove();
  if (!replaced || replaced.trouble) return;
  const element = make("div", { class: "new" });
  let from = 0;
  for (const place of replaced.places) {
    if (place.end <= block.start || place.start >= block.end) continue;
    const start = toUnits(block, Math.max(place.start, block.start)), end = toUnits(block, Math.min(place.end, block.end));
    if (start > from) fill(element, block.text.slice(from, start));
    if (place.start >= block.start) {
      const of = note.items.find((mark) => mark.state !== "dropped" && mark.start < place.end && place.start < mark.end);
      const drawn = make("span", { class: `put ${category(place.label)}`, "data-id": of?.id, title: place.label });
      fill(drawn, place.text);
      element.append(drawn);
    }
    from = end;
  }
  if (from < block.text.length) fill(element, block.text.slice(from));
  block.row.append(element);
}

async function toggleBeside() {
  if (project.settles) return tell(say("not_settling"));
  if (!project.policy) return tell(say("no_beside"));
  beside = !beside;
  $("text").className = beside ? "text two" : "text";
  $("beside").hidden = !beside;
  if (beside) await showBeside();
  else { replaced = null; blocks.forEach(drawBeside); }
  tell(say(beside ? "beside_on" : "beside_off", project.policy));
}

function showText() {
  const within = new Map();
  const order = [...note.items].sort((a, b) => a.start - b.start || (a.state === "dropped") - (b.state === "dropped"));
  const stand = standing();
  for (const mark of order) {
    if (mark.state === "dropped" && stand.some((other) => other.start < mark.end && mark.start < other.end)) continue;
    for (let i = blockAt(mark.start); i < blocks.length && blocks[i].start < mark.end; i++) {
      if (!within.has(i)) within.set(i, []);
      within.get(i).push(mark);
    }
  }
  blocks.forEach((block, i) => {
    const marks = within.get(i) ?? [];
    const sign = marks.map((m) => [m.id, m.start, m.end, m.label, m.state, m.id === current].join()).join(";") || "-";
    if (sign === block.sign) return;
    block.sign = sign;
    if (!project.settles) return draw(block.element, block, marks);
    // Each reader's column has what both say, what was decided, and what that reader alone says.
    draw(block.element, block, marks.filter((mark) => mark.side !== 2 || mark.state === "kept"));
    draw(block.other, block, marks.filter((mark) => mark.side !== 1 || mark.state === "kept"));
  });
}

// ---- beside the text ---------------------------------------------------------------------------

const SIGNS = { open: "·", kept: "✓", dropped: "✕" };
const chip = (label) => make("span", { class: `chip ${category(label)}` }, label);

// The list is as long as there are notes, and holds only the rows that can be seen: the server is
// asked for them, some at a time, when they come near.
const ROW = 32, AROUND = 8, AT_ONCE = 100;  // pixels, rows, and what the server gives at once
const rows = new Map(), asked = new Set();

function showQueue() {
  const list = $("notes"), view = $("queue");
  list.style.height = `${ROW * project.many}px`;
  const first = Math.max(1, Math.floor(view.scrollTop / ROW) + 1 - AROUND);
  const last = Math.min(project.many, Math.ceil((view.scrollTop + view.clientHeight) / ROW) + AROUND);
  const seen = [];
  for (let which = first; which <= last; which++) seen.push(rows.has(which) ? rowOf(rows.get(which)) : null);
  list.replaceChildren(...seen.filter(Boolean));
  for (let from = first - (first - 1) % AT_ONCE; from <= last; from += AT_ONCE) fetchRows(from);
  showProgress();
}

async function fetchRows(from) {
  if (asked.has(from)) return;
  asked.add(from);
  try {
    for (const row of (await ask(`/api/rows/${from}`)).rows) if (!rows.has(row.number)) rows.set(row.number, row);
    showQueue();
  } catch (error) {
    asked.delete(from);
    trouble(error.message, true);
  }
}

function rowOf(row) {
  const count = row.done ? `✓ ${say("done")}` : project.shows_marks ? number(row.open) : row.marks ? number(row.marks) : "";
  const item = make("li", { class: row.done ? "done" : "", "aria-setsize": project.many, "aria-posinset": row.number },
    make("button", { type: "button", tabindex: "-1", "aria-current": row.number === note?.number && "true", on: { click: () => go(row.number) } },
      make("span", { class: "id", dir: "auto" }, row.id), make("span", { class: "count" }, count)));
  item.style.top = `${ROW * (row.number - 1)}px`;
  return item;
}

function bringRow(which) {
  const view = $("queue"), top = ROW * (which - 1);
  if (top < view.scrollTop) view.scrollTop = top;
  else if (top + ROW > view.scrollTop + view.clientHeight) view.scrollTop = top + ROW - view.clientHeight;
}

function showProgress() {
  $("progress").max = project.many;
  $("progress").value = project.done;
  const doubts = project.gallery_first ? ` · ${say("doubts_left", number(project.open))}` : "";
  $("read").textContent = say("read_of", number(project.done), number(project.many)) + doubts;
  showEnding();
  fetchOutlook();
}

// ---- what reading shows so far ------------------------------------------------------------------

// A lower end is rounded down and an upper one up, so that no figure says more than it should.
const percent = (share, round = Math.floor) => (round(share * 1000 - (round === Math.ceil ? 1e-9 : -1e-9)) / 10).toLocaleString(spoken, { minimumFractionDigits: 1 });
let outlook = null, outlookOf = -1;
async function fetchOutlook() {
  if (project.done < Math.min(10, project.many)) return;  // there is none yet
  const step = project.done === project.many ? project.many : Math.floor(project.done / 10);
  if (step === outlookOf) return;
  outlookOf = step;
  outlook = await ask("/api/outlook").catch(() => null);
  showOutlook();
}

function showOutlook() {
  $("outlook").hidden = !outlook?.read;
  if (!outlook?.read) return;
  const { read, recall, low, high, more, target, course } = outlook, said = [];
  if (project.bounded) said.push(make("p", {}, make("strong", {}, say("bound", percent(recall)))));
  else said.push(make("p", {}, make("strong", {}, say("recall", percent(recall, Math.round))), ` ${say("interval", percent(low), percent(high, Math.ceil))}`));
  $("course").classList.toggle("unseen", course.length < 2);
  if (course.length > 1) drawCourse(course, target);
  if (target) {
    const wanted = percent(target);
    const [key, ...values] = more === 0 ? ["target_shown", wanted] : more === null ? ["target_beyond", wanted] : ["target_more", wanted, number(more)];
    said.push(make("p", {}, say(project.bounded ? `bound_${key}` : key, ...values)));
  }
  said.push(make("p", { class: "quiet" }, say(project.bounded ? "bound_of" : "recall_of", number(read))));
  $("outlook-words").replaceChildren(...said);
}

// How the bound went: a line from left to right, and a dashed one where the target is.
function drawCourse(course, target) {
  const bottom = Math.min(target, ...course.map(([, bound]) => bound)), last = course.at(-1)[0], first = course[0][0];
  const x = (read) => (240 * (read - first)) / Math.max(1, last - first), y = (bound) => 42 - (38 * (bound - bottom)) / (1 - bottom);
  const [goal, line] = $("course").children;
  goal.setAttribute("y1", y(target));
  goal.setAttribute("y2", y(target));
  line.setAttribute("points", course.map(([read, bound]) => `${x(read).toFixed(1)},${y(bound).toFixed(1)}`).join(" "));
}

// What comes next once all is done. The page runs nothing by itself: a button is there where the
// command line said what follows.
function showEnding() {
  const ending = $("ending");
  ending.hidden = !project.finished;
  if (!project.finished) return;
  const head = make("p", {}, make("strong", {}, say(project.gallery_first ? "release_done" : "all_done")));
  if (project.then) {
    ending.replaceChildren(head, make("code", {}, project.then), make("button", { type: "button", on: { click: () => queueUp(end) } }, make("kbd", {}, "E"), ` ${say("end")}`));
  } else ending.replaceChildren(head, make("p", { class: "quiet" }, say("comes_next")), ...project.next.map((line) => make("code", {}, line)));
}

let ended = false;
async function end() {
  if (!project.finished) return tell(say("not_finished"));
  if (!project.then) return tell(say("comes_next"));
  if (pending) throw new Refused(0, say("lost"));
  await ask("/api/finish", {});
  ended = true;
  $("ending").replaceChildren(make("p", {}, make("strong", {}, say("ended"))));
  tell(say("ended"));
}

const ACTS = () => [
  ["N", "next", () => next(false)], ["B", "back", back], ["K", "keep", keep], ["D", "drop", drop],
  ["A", "everywhere", () => everywhere(true)], ["⇧A", "nowhere", () => everywhere(false)],
  ["T", "type", retype], ["M", "mark", mark], ["U", "undo", undo], ["R", "beside", toggleBeside], ["G", "gallery", () => showGallery()], ["/", "find", openFind], ["C", "comment", () => comment()], ["F", "finish", finish],
];

function showSide() {
  showAbout();
  showList();
}

function showAbout() {
  const mark = chosen(), about = $("about"), fillAbout = (...parts) => about.replaceChildren(...parts);
  if (!mark) about.replaceChildren(make("p", {}, make("strong", {}, say("none"))), make("p", { class: "quiet" }, say(project.shows_marks ? "none_hint" : "none_hint_blind")));
  else {
    const who = mark.source ? [say(mark.state === "open" ? "found_by" : "by", words[spoken][`source_${mark.source}`] ?? mark.source)] : [];
    const sure = mark.state === "open" ? [say("sure", surety(mark.score))] : [];
    const surface = filled("div", { class: "surface", dir: "auto", tabindex: "0" }, slice(mark.start, mark.end).slice(0, 400));
    if (mark.side) return fillAbout(choices(mark), make("p", { class: "quiet" }, `${SIGNS[mark.state]} ${say(mark.state)}`));
    fillAbout(surface,
      make("p", {}, chip(mark.label), ` ${SIGNS[mark.state]} ${say(mark.state)}`), make("p", { class: "quiet" }, [...who, ...sure].join(", ")));
  }
}

function showList() {
  $("list").replaceChildren(...note.items.slice(0, 500).map((each) => {
    const surface = filled("span", { class: "surface", dir: "auto" }, slice(each.start, Math.min(each.end, each.start + 60)).replace(/\s+/g, " "));
    return make("li", {}, make("button", { type: "button", tabindex: "-1", class: `${each.state}${each.id === current ? " current" : ""}`, on: { click: () => choose(each.id) } },
      surface, chip(each.label), make("span", { class: "state", title: say(each.state) }, SIGNS[each.state])));
  }));
  $("of-note").hidden = Boolean(gallery);  // the gallery is of no note
  $("said").hidden = gallery || !note.comments.length;
  $("comments").replaceChildren(...note.comments.map(([who, what]) => make("li", { dir: "auto" }, make("span", { class: "quiet" }, `${who}: `), filled("span", {}, what))));
  $("known").hidden = gallery || !note.facts.length;
  $("facts").replaceChildren(...note.facts.flatMap(([name, value]) => [make("dt", {}, say(`fact_${name}`).replace(/^fact_/, "").replaceAll("_", " ")), filled("dd", { dir: "auto" }, value)]));
  $("others").hidden = gallery || !note.others.length;
  $("other-notes").replaceChildren(...note.others.map((row) => make("li", {}, make("button", { type: "button", tabindex: "-1", on: { click: () => go(row.number) } },
    make("span", { class: "surface", dir: "auto" }, row.id), make("span", {}, ""), make("span", { class: "state" }, row.done ? "✓" : "")))));
  $("note-id").textContent = note.id;
  const open = note.items.filter((mark) => mark.state === "open"), unsure = open.filter(doubtfulMark).length;
  const facts = [say("facts", number(standing().length), number(open.length)), ...(unsure ? [say("doubtful", number(unsure))] : [])].join(", ");
  $("note-facts").textContent = [note.patient ? say("patient", note.patient) : "", facts, note.done ? `✓ ${say("done")}` : ""].filter(Boolean).join(" · ");
}

// Keys that do nothing in such a project: what settles takes a side, what is marked from nothing has
// nothing that is undecided, and where nothing is replaced nothing stands beside.
const uselessHere = () => [...(project.settles ? ["K", "R", "G"] : []), ...(project.policy ? [] : ["R"]), ...(project.shows_marks ? [] : ["N", "⇧N", "K", "G"])];

function showActs() {
  const useless = uselessHere();
  $("acts").replaceChildren(...(gallery ? GALLERY_ACTS() : ACTS().filter(([key]) => !useless.includes(key))).map(([key, what, act]) =>
    // A press on one leaves the chosen words as they are.
    make("button", { type: "button", tabindex: "-1", on: { click: () => queueUp(act), mousedown: (event) => event.preventDefault() } },
      make("kbd", {}, key), say(`s_${what}`))));
  $("help-purpose").textContent = say(`explain_${project.purpose}`);
  $("help-signs").textContent = say("signs");
  const rows = [...(project.settles ? [["1|2", "k_sides"], ["3", "k_neither"]] : []), ["N", "k_next"], ["⇧N", "k_next_doubtful"], ["B", "k_back"], ["K", "k_keep"], ["D", "k_drop"], ["T", "k_type"], ["← →|↑ ↓", "k_words"], ["⇧→|⇧←", "k_more"], ["M", "k_mark"],
    ["L|H", "k_end"], ["⇧H|⇧L", "k_start"], ["O|I", "k_end_letter"], ["⇧I|⇧O", "k_start_letter"], ["A", "k_all"], ["⇧A", "k_none"], ["U", "k_undo"], ["⇧U", "k_redo"], ["R", "k_beside"], ["G", "k_gallery"], ["F", "k_done"], ["J|⇧J", "k_notes"], ["V", "k_patient"], ["/", "k_find"], ["C", "k_comment"], ["E", "k_end_all"], ["?", "k_help"]];
  $("help-keys").replaceChildren(...rows.filter(([keys]) => !useless.includes(keys)).flatMap(([keys, what]) => [make("dt", {}, ...keys.split("|").map((key) => make("kbd", {}, key))), make("dd", {}, say(what))]));
  $("purpose").textContent = say(`purpose_${project.purpose}`);
  $("beside").textContent = say("beside_head", project.policy);
  $("reader").textContent = project.reader;
}

function showAll() {
  showActs();
  showQueue();
  showOutlook();
  if (note) { showText(); showSide(); }
}

function tell(text, seen = true) {
  $("live").textContent = "";
  requestAnimationFrame(() => { $("live").textContent = text; });
  if (!pending) showSaved(seen ? text : "");
}

// Whether what was decided is on the disk: while something could not be sent, that it is not.
function showSaved(text, bad = false) {
  $("saved").textContent = text;
  $("saved").className = bad ? "saved bad" : "saved";
}

let unsent = "";
function trouble(text, again = false) {
  // What could not be sent is said until it is sent: nothing else takes its place.
  if (pending) {
    if (again) unsent = text;
    [text, again] = [unsent, true];
  }
  $("trouble").hidden = !text;
  $("trouble-words").textContent = text;
  $("again").hidden = !again;
}

// ---- the gallery -------------------------------------------------------------------------------

// The doubtful marks of all notes in one list, those that cover the same words together.
let gallery = null;      // {by, groups, many, at} while it is shown
async function showGallery(by = gallery?.by ?? "all") {
  if (project.settles) return tell(say("not_settling"));
  const answer = await ask(`/api/gallery/${by}`);
  gallery = { ...answer, by, at: 0 };
  $("main").hidden = $("about").hidden = true;
  $("gallery").hidden = false;
  drawGallery();
  showActs();
  showList();
  $("gallery").focus();
}

function leaveGallery() {
  gallery = null;
  $("gallery").hidden = true;
  $("main").hidden = $("about").hidden = false;
  showActs();
  showList();
  $("main").focus();
}

function drawGallery() {
  const { groups, many, by } = gallery;
  $("gallery-facts").textContent = say(by === "patient" ? "groups_patient" : "groups_all", number(many));
  $("groups").replaceChildren(...groups.map((group, i) => {
    const context = inContext(group.examples[0]);
    const surface = filled("span", { class: "surface", dir: "auto" }, group.surface.slice(0, 120));
    return make("li", { id: `group-${i}`, role: "option", "aria-selected": "false", on: { click: () => chooseGroup(i) } },
      surface, chip(group.label), make("span", { class: "count" }, `${number(group.marks.length + group.more)} ×`),
      make("span", { class: "count" }, `${surety(group.score)} %`),
      make("span", { class: "context quiet" }, group.patient ? say("patient", group.patient) + " · " : "", context));
  }));
  chooseGroup(Math.min(gallery.at, groups.length - 1));
  if (!groups.length) tell(say("nothing_doubtful"));
}

function chooseGroup(which) {
  const list = $("groups"), before = list.children[gallery.at];
  before?.setAttribute("aria-selected", "false");
  gallery.at = Math.max(0, which);
  const now = list.children[gallery.at];
  if (!now) return list.removeAttribute("aria-activedescendant");
  now.setAttribute("aria-selected", "true");
  now.scrollIntoView({ block: "nearest" });
  list.setAttribute("aria-activedescendant", now.id);
  const group = gallery.groups[gallery.at];
  tell(say("group", group.surface, group.label, number(group.marks.length)), false);
}

const group = () => gallery.groups[gallery.at] ?? null;
const moveGroup = (by) => chooseGroup(Math.min(gallery.groups.length - 1, gallery.at + by));

async function decideGroup(kind, label = "") {
  const decided = group();
  if (!decided) return;
  const answer = await send("/api/gallery", { marks: decided.marks, kind, label });
  if (!answer) return;
  gallery.groups.splice(gallery.at, 1);
  gallery.many -= 1;
  if (!gallery.groups.length || decided.more) return showGallery();
  drawGallery();
  tell(say("everywhere", number(answer.rows.length)));
}

async function undoInGallery() {
  await undo();
  const at = gallery.at;
  await showGallery();
  chooseGroup(Math.min(at, gallery.groups.length - 1));
}

async function openGroup() {
  if (!group()) return;
  const [which, id] = group().marks[0];
  leaveGallery();
  await goTo(which);
  choose(id);
}

const GALLERY_ACTS = () => [
  ["N", "next", () => moveGroup(1)], ["B", "back", () => moveGroup(-1)], ["K", "keep_all", () => decideGroup("keep")], ["D", "drop_all", () => decideGroup("drop")],
  ["T", "type", () => group() && pickType(group().label, (label) => decideGroup("change", label))], ["U", "undo", undoInGallery],
  ["P", "by_patient", () => showGallery(gallery.by === "all" ? "patient" : "all")], ["O", "open_note", openGroup], ["G", "to_notes", leaveGallery],
];
const galleryKey = (key) => GALLERY_ACTS().find(([name]) => name.toLowerCase() === key)?.[2];

// ---- the server --------------------------------------------------------------------------------

class Refused extends Error { constructor(status, words) { super(words); this.status = status; } }

async function ask(path, body) {
  const headers = project ? { "x-incognote-page": project.page } : {};
  const how = body === undefined ? { headers } : { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
  let answer;
  try { answer = await fetch(path, { cache: "no-store", credentials: "same-origin", ...how }); } catch { throw new Refused(0, say("lost")); }
  const found = await answer.json().catch(() => ({ error: say("lost") }));
  if (!answer.ok) throw new Refused(answer.status, { 401: say("lost"), 410: say("other_page") }[answer.status] ?? refusal(found.error));
  return found;
}

// Acts run one behind the other, so that keys that are typed quickly mean what they say. One that
// could not be sent is kept, and nothing else is done before it is.
let line = Promise.resolve(), pending = null, waiting = 0;
function queueUp(act) {
  wait(1);
  line = line.then(act).catch((error) => trouble(error instanceof Refused ? error.message : say("not_saved"))).finally(() => wait(-1));
  return line;
}

// How many acts are not done yet stands in the page, so that who drives it need not guess.
function wait(more) {
  waiting += more;
  document.documentElement.dataset.waiting = waiting;
}

async function send(path, body) {
  if (pending) throw new Refused(0, say("lost"));
  const request = body.request ?? [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  showSaved(say("saving"));
  let answer;
  try {
    answer = await ask(path, { ...body, request });
  } catch (error) {
    showSaved(say("not_saved"), true);
    if (error.status === 409) {
      await refresh();
      trouble(say(["/api/undo", "/api/redo"].includes(path) ? "stale_undo" : "stale"));
    } else if (error.status === 0 || error.status >= 500 || error.status === 401) {
      pending = [path, { ...body, request }];
      trouble(error.message, true);
    } else trouble(error.message);
    return null;
  }
  trouble("");
  tell(say("saved"));
  for (const row of answer.rows) rows.set(row.number, row);
  // What another tab decided meanwhile was not seen here: undo asks for the last that was.
  const seen = answer.made?.[0] === project.last + 1 ? answer.made[1] : project.last;
  Object.assign(project, { done: answer.done, open: answer.open, finished: answer.finished, last: seen });
  if (answer.note) {
    if (answer.note.number !== note.number) await load(answer.note.number);
    else { Object.assign(note, answer.note); showBeside(); }
  }
  else if (note && answer.rows.some((row) => row.number === note.number)) await load(note.number);
  showQueue();
  showText();
  showSide();
  return answer;
}

// Shows what is there now, whoever decided it.
async function refresh() {
  Object.assign(project, await ask("/api/project"));
  rows.clear();
  asked.clear();
  await load(note.number);
  showQueue();
  showSide();
  if (gallery) await showGallery();
}

async function again() {
  if (!pending) { trouble(""); return showQueue(); }
  const [path, body] = pending;
  pending = null;
  await send(path, body);
}

// ---- two readers ---------------------------------------------------------------------------------

// Marks of the two that hang together by what they cover: they are decided about at once.
function dispute(mark) {
  const found = new Set([mark]);
  for (const one of found) for (const other of note.items) if (other.side && other.start < one.end && one.start < other.end) found.add(other);
  return [...found];
}

async function side(which) {
  const mark = needChosen();
  if (!mark) return;
  if (!mark.side) return tell(say("both_say_so"));
  const answer = await decide(...dispute(mark).filter((each) => each.side).map((each) => ({ kind: each.side === which ? "keep" : "drop", mark: each.id })));
  if (answer) await onward();
}

// What one decides about takes the other reader's undecided marks on the same place away.
function withRivals(decisions) {
  const gone = decisions.flatMap((each) => {
    const mark = note.items.find((other) => other.id === each.mark);
    if (!["keep", "change", "add"].includes(each.kind)) return [];
    const { start, end } = each.kind === "keep" ? mark : each;
    return note.items.filter((other) => other.state === "open" && other.side && other.side !== mark?.side && other.start < end && start < other.end);
  });
  const named = new Set(decisions.map((each) => each.mark));
  return [...decisions, ...[...new Set(gone)].filter((other) => !named.has(other.id)).map((other) => ({ kind: "drop", mark: other.id }))];
}

// On to what they differ in next, in this note or in another.
async function onward() {
  if (note.items.some((mark) => mark.state === "open")) return next();
  if (note.done) return tell(say(noMore()));
  await finish();
  if (note.items.some((mark) => mark.state === "open")) next();
}

function choices(mark) {
  const group = dispute(mark).filter((each) => each.side);
  const made = (which) => group.filter((each) => each.side === which).map((each) => {
    const surface = filled("span", { class: "surface", dir: "auto" }, slice(each.start, Math.min(each.end, each.start + 200)));
    return make("span", { class: "made" }, surface, " ", chip(each.label));
  });
  const nothing = () => [make("span", { class: "made quiet" }, say("marked_nothing"))];
  const button = (key, head, parts) => make("button", { type: "button", tabindex: "-1", on: { click: () => queueUp(() => side(Number(key))) } },
    make("kbd", {}, key), make("span", {}, make("span", { class: "quiet" }, head), ...parts));
  const sides = note.sides.map((name, i) => { const parts = made(i + 1); return button(String(i + 1), name, parts.length ? parts : nothing()); });
  return make("div", { class: "choices" }, ...sides, button("3", say("neither"), []));
}

const decide = (...wishes) => decideAs(project.settles ? withRivals(wishes) : wishes);
const decideAs = (decisions) => send(`/api/notes/${note.number}`, { after: note.last, decisions });

// ---- going about -------------------------------------------------------------------------------

async function load(which) {
  note = await ask(`/api/notes/${which}`);
  blocks = split(note.text);
  if (!note.items.some((mark) => mark.id === current)) current = null;
  const holder = $("text");
  replaced = null;
  if (project.settles) holder.className = "text two";
  $("sides").hidden = !project.settles;
  $("sides").replaceChildren(...note.sides.map((name, i) => make("span", {}, make("kbd", {}, String(i + 1)), ` ${name}`)));
  holder.replaceChildren(...blocks.map((block, i) => {
    block.element = make("div", { class: "block", "data-block": i });
    block.row = make("div", { class: "row" }, block.element);
    if (project.settles) block.row.append(block.other = make("div", { class: "new", "data-block": i }));
    return block.row;
  }));
  showText();
  showBeside();
}

const go = (which) => queueUp(() => goTo(which));
async function goTo(which) {
  if (gallery) leaveGallery();
  if (which < 1 || which > project.many) return;
  current = null;
  await load(which);
  getSelection().removeAllRanges();
  showSide();
  $("main").scrollTop = $("side").scrollTop = $("deciding").scrollTop = $("more").scrollTop = 0;
  bringRow(which);
  showQueue();
  tell(`${note.id}: ${$("note-facts").textContent}`, false);  // it stands above the note
}

function choose(id) {
  current = id;
  showText();
  showSide();
  const mark = chosen();
  if (!mark) return;
  bring(mark.start);
  bringInList();
  tell(`${mark.label}, ${say(mark.state)}: ${slice(mark.start, Math.min(mark.end, mark.start + 200))}`, false);
}

function bring(at) {
  const range = rangeOf(at, at + 1);
  if (!range) return;
  const view = $("main").getBoundingClientRect(), block = blocks[blockAt(at)].element, whole = block.getBoundingClientRect();
  // What is far has no height of its own until it is near.
  if (whole.bottom < view.top || whole.top > view.bottom) block.scrollIntoView({ block: "nearest" });
  const box = range.getBoundingClientRect(), head = $("main").querySelector(".head").clientHeight;
  if (box.top < view.top + head + 20 || box.bottom > view.bottom - 60) $("main").scrollTop += box.top - view.top - view.height / 3;
}

// In the list of marks, and not the place to decide with it.
function bringInList() {
  const item = $("list").querySelector(".current"), view = $("more");
  if (!item || view.scrollHeight <= view.clientHeight) return;
  const box = item.getBoundingClientRect(), around = view.getBoundingClientRect();
  if (box.top < around.top) view.scrollTop += box.top - around.top;
  else if (box.bottom > around.bottom) view.scrollTop += box.bottom - around.bottom;
}

// Over all that nobody decided about, or over the doubtful alone; deciding goes on as one went last.
let doubtful = false;
const noMore = () => note.done ? "no_more_read" : "no_more";
const doubtfulMark = (mark) => mark.state === "open" && mark.score < SURE;
function next(only = doubtful) {
  doubtful = only;
  const at = chosen()?.start ?? -1, open = note.items.filter((mark) => only ? doubtfulMark(mark) : mark.state === "open");
  const found = open.find((mark) => mark.start > at) ?? open[0];
  if (found) { trouble(""); choose(found.id); }
  else tell(say(only && note.items.some((mark) => mark.state === "open") ? "no_more_doubtful" : noMore()));
}

function back() {
  const at = chosen()?.start ?? Infinity;
  const found = note.items.findLast((mark) => mark.start < at) ?? note.items.at(-1);
  if (found) choose(found.id);
}

function needChosen() {
  if (!chosen()) trouble(say("choose_first"));
  return chosen();
}

// ---- deciding ----------------------------------------------------------------------------------

async function keep() {
  const mark = needChosen();
  if (mark && await decide({ kind: "keep", mark: mark.id })) next();
}
async function drop() {
  const mark = needChosen();
  if (mark && await decide({ kind: "drop", mark: mark.id })) next();
}
const change = (mark, start, end, label) => decide({ kind: "change", mark: mark.id, start, end, label });

function retype() {
  const mark = needChosen();
  if (mark) pickType(mark.label, (label) => change(chosen(), mark.start, mark.end, label));
}

function mark() {
  const where = selected();
  if (!where) return trouble(say("select_first"));
  const [start, end] = where;
  pickType(lastType ?? project.labels[0][0], async (label) => {
    lastType = label;
    const answer = await decide({ kind: "add", start, end, label });
    const made = answer?.note.items.find((m) => m.start === start && m.end === end && m.state === "kept");
    if (made) { getSelection().removeAllRanges(); choose(made.id); select(start, end); getSelection().collapseToEnd(); }
  });
}

async function moveEnd(grow) {
  const mark = needChosen();
  if (!mark) return;
  const word = grow ? wordFrom(mark.end, ([, end]) => end > mark.end) : wordBefore(mark.end, ([, end]) => end < mark.end && end > mark.start);
  if (!word) return trouble(say("no_room"));
  await change(mark, mark.start, word[1], mark.label);
}
async function moveStart(grow) {
  const mark = needChosen();
  if (!mark) return;
  const word = grow ? wordBefore(mark.start, ([start]) => start < mark.start) : wordFrom(mark.start, ([start]) => start > mark.start && start < mark.end);
  if (!word) return trouble(say("no_room"));
  await change(mark, word[0], mark.end, mark.label);
}

async function everywhere(keepIt) {
  const mark = needChosen();
  if (!mark) return;
  const answer = await send(`/api/notes/${note.number}/everywhere`, { after: note.last, mark: mark.id, keep: keepIt });
  if (answer) tell(answer.rows.length ? say("everywhere", number(answer.rows.length)) : say("already"));
}

async function undo() {
  const answer = await send("/api/undo", { after: project.last });
  if (answer?.stay) trouble(say("undone_past"));
  if (answer && !answer.rows.length) tell(say("nothing_to_undo"));
}

async function redo() {
  const answer = await send("/api/redo", { after: project.last });
  if (answer && !answer.rows.length) tell(say("nothing_to_redo"));
}

// Letters as readers see them: one with its accents is one, and so is an emoji of several parts.
const letters = (text) => [...new Intl.Segmenter().segment(text)].map((each) => length(each.segment));
async function moveLetter(end, grow) {
  const mark = needChosen();
  if (!mark) return;
  const size = blocks.at(-1).end;
  const inside = letters(slice(mark.start, mark.end));
  let { start, end: to } = mark;
  if (end) to += grow ? letters(slice(to, Math.min(size, to + 32)))[0] ?? 0 : -inside.at(-1);
  else start -= grow ? letters(slice(Math.max(0, start - 32), start)).at(-1) ?? 0 : -inside[0];
  if (start >= to || (start === mark.start && to === mark.end)) return trouble(say("no_room"));
  await change(mark, start, to, mark.label);
}

async function nextOfPatient() {
  const [found] = note.others;  // those behind this one come first
  if (found) await goTo(found.number);
  else tell(say("no_others"));
}

async function finish() {
  const answer = await decide({ kind: "done" });
  if (!answer) return;
  if (answer.unread) await goTo(answer.unread);
  else { tell(say("all_done")); $("side").scrollTop = $("deciding").scrollTop = 0; }
}

const drafts = new Map();  // what was written about a note and not kept, by its number
function comment(words = "") {
  $("comment-words").value = words || (drafts.get(note.number) ?? "");
  $("comment-hint").textContent = say(words ? "comment_again" : "comment_hint");
  $("comment").showModal();
}

// What was written is not lost where it was refused: it is offered again, but where it is sent again.
async function putComment(said) {
  let kept = null;
  try { kept = await decide({ kind: "comment", comment: said }); } finally {
    if (!kept && pending?.[1].decisions?.[0].comment !== said) comment(said);
  }
}

// ---- choosing words ----------------------------------------------------------------------------

function place(node, offset) {  // code point of a place in the document; null where it is no text
  const inside = (node.nodeType === 3 ? node.parentElement : node).closest?.("[data-block]");
  if (!inside) return null;
  const block = blocks[Number(inside.dataset.block)];
  const before = document.createRange();
  before.setStart(inside, 0);
  before.setEnd(node, offset);
  return toPoints(block, before.toString().length);
}

function selected() {
  const selection = getSelection();
  if (!selection.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const start = place(range.startContainer, range.startOffset), end = place(range.endContainer, range.endOffset);
  if (start === null || end === null) return null;
  // Blanks around are nobody's name.
  const text = slice(start, end), head = length(text.match(/^\s*/)[0]), tail = length(text.match(/\s*$/)[0]);
  return start + head < end - tail ? [start + head, end - tail] : null;
}

function nodeAt(at, end) {
  const block = blocks[blockAt(end && at > 0 ? at - 1 : at)];
  let units = toUnits(block, at);
  const walker = document.createTreeWalker(block.element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (units < node.length || (end && units === node.length)) return [node, units];
    units -= node.length;
  }
  return null;
}

function rangeOf(start, end) {
  const from = nodeAt(start, false), to = nodeAt(end, true);
  if (!from || !to) return null;
  const range = document.createRange();
  range.setStart(...from);
  range.setEnd(...to);
  return range;
}

function select(start, end) {
  const range = rangeOf(start, end);
  if (!range) return;
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
  bring(start);
  tell(slice(start, Math.min(end, start + 200)), false);
}

function cursor() {  // where words are chosen from: the chosen words, the chosen mark, the top
  const mark = chosen();
  return selected() ?? (mark ? [mark.start, mark.end] : null);
}

function chooseWord(how) {
  const [start, end] = cursor() ?? [0, 0];
  const first = wordFrom(0, () => true);
  if (!first) return;
  let found = null;
  if (how === "right") found = cursor() ? wordFrom(end, (word) => word[0] >= end) : first;
  if (how === "left") found = wordBefore(start, (word) => word[1] <= start);
  if (how === "more") found = cursor() ? wordFrom(end, (word) => word[0] >= end) : first;
  if (how === "less") { found = wordBefore(end, (word) => word[1] < end && word[1] > start); }
  if (how === "down" || how === "up") found = ofLine(how === "down" ? end : start, how);
  if (found) select(how === "more" || how === "less" ? Math.min(start || found[0], found[0] < start ? found[0] : start) : found[0], found[1]);
}

function ofLine(at, how) {  // the first word of the next line that has one, or of the one before
  if (how === "down") {
    const i = blockAt(at);
    for (let j = i; j < blocks.length; j++) {
      const block = blocks[j];
      const from = j === i ? block.text.indexOf("\n", toUnits(block, at)) : 0;
      if (from < 0) continue;
      const point = toPoints(block, from), word = wordsOf(block).find(([start]) => start >= point);
      if (word) return word;
    }
    return null;
  }
  const here = lineStart(at);
  const last = wordBefore(here, ([, end]) => end <= here);
  return last && wordFrom(lineStart(last[0]), ([start]) => start >= lineStart(last[0]));
}

function lineStart(at) {
  for (let i = blockAt(at); i >= 0; i--) {
    const block = blocks[i], units = toUnits(block, Math.min(at, block.end));
    const found = block.text.lastIndexOf("\n", units - 1);
    if (units > 0 && found >= 0) return toPoints(block, found + 1);
  }
  return 0;
}

// ---- which type --------------------------------------------------------------------------------

let taken = () => {}, offered = [], at = 0;
function pickType(label, then) {
  taken = then;
  $("type-filter").value = "";
  offer("", label);
  $("types").showModal();
  $("type-filter").focus();
}
function offer(filter, label) {
  const typed = filter.trim().toLowerCase();
  const fits = ([name, , about]) => name.toLowerCase().includes(typed) ? 1 : about.toLowerCase().includes(typed) ? 2 : 0;
  const begins = ([name]) => !name.toLowerCase().startsWith(typed);
  offered = project.labels.filter(fits).sort((a, b) => begins(a) - begins(b) || fits(a) - fits(b));
  at = Math.max(0, offered.findIndex(([name]) => name === label));
  showOffered();
}
function showOffered() {
  $("type-list").replaceChildren(...offered.map(([name, , about], i) => make("li", { role: "option", id: `type-${i}`, "aria-selected": String(i === at), on: { click: () => take(i) } },
    chip(name), make("span", { class: "quiet" }, about))));
  if (offered.length) {
    $("type-filter").setAttribute("aria-activedescendant", `type-${at}`);
    $("type-list").children[at].scrollIntoView({ block: "nearest" });
  } else $("type-filter").removeAttribute("aria-activedescendant");
}
function take(i) {
  if (!offered[i]) return;
  const label = offered[i][0], then = taken;
  $("types").close();
  queueUp(() => then(label));
}

// ---- looking for words --------------------------------------------------------------------------

// They go to the server in the body of a request, and are kept nowhere.
let places = [], place_at = 0, looked = 0, looking = Promise.resolve();
function openFind() {
  $("find-words").value = "";
  showPlaces({ here: [], others: [], ids: {}, places: 0, notes: 0 });
  $("find-many").textContent = say("find_hint");
  $("find").showModal();
  $("find-words").focus();
}

// One search at a time: of what is typed meanwhile only the last is looked for.
function look() {
  const mine = ++looked;
  looking = looking.then(() => mine === looked ? lookNow(mine) : null);
}

async function lookNow(mine) {
  const typed = $("find-words").value;
  const answer = await ask("/api/search", { words: typed, note: note.number }).catch((error) => ({ here: [], others: [], ids: {}, trouble: error.message }));
  if (mine !== looked) return;  // something else was typed meanwhile
  showPlaces(answer);
  $("find-many").textContent = answer.trouble ?? (typed.trim() ? say("find_many", number(answer.places), number(answer.notes)) : say("find_hint"));
}

function showPlaces({ here, others, ids }) {
  places = [...here, ...others];
  place_at = 0;
  $("find-list").replaceChildren(...places.map((found, i) => {
    const where = i < here.length ? say("find_here") : ids[found.note];
    return make("li", { role: "option", id: `place-${i}`, "aria-selected": "false", on: { click: () => takePlace(i) } },
      make("span", { class: "where", dir: "auto" }, where), inContext(found.context), make("span", { class: "quiet" }, found.many > 1 ? `${number(found.many)} ×` : ""));
  }));
  choosePlace(0);
}

function choosePlace(which) {
  const list = $("find-list");
  list.children[place_at]?.setAttribute("aria-selected", "false");
  place_at = which;
  const now = list.children[place_at];
  if (!now) return $("find-words").removeAttribute("aria-activedescendant");
  now.setAttribute("aria-selected", "true");
  now.scrollIntoView({ block: "nearest" });
  $("find-words").setAttribute("aria-activedescendant", now.id);
}

function takePlace(which) {
  const found = places[which];
  if (!found) return;
  $("find").close();
  queueUp(async () => {
    if (gallery) leaveGallery();
    if (found.note !== note.number) await goTo(found.note);
    select(found.start, found.end);
  });
}

// ---- keys and mouse ----------------------------------------------------------------------------

const KEYS = {
  n: () => next(false), N: () => next(true), b: back, k: keep, d: drop, t: retype, m: mark, u: undo, f: finish, c: () => comment(), r: toggleBeside, U: redo, v: nextOfPatient,
  o: () => moveLetter(true, true), i: () => moveLetter(true, false), I: () => moveLetter(false, true), O: () => moveLetter(false, false), g: () => showGallery().finally(() => { opening = false; }),
  a: () => everywhere(true), A: () => everywhere(false), l: () => moveEnd(true), h: () => moveEnd(false), H: () => moveStart(true), L: () => moveStart(false),
  j: () => goTo(note.number + 1), J: () => goTo(note.number - 1), "?": () => $("help").showModal(), e: end, "/": openFind,
  1: () => side(1), 2: () => side(2), 3: () => side(3),
};
const SETTLING = ["1", "2", "3"];
const OPENING = ["t", "m", "c", "/"];
const REPEATING = ["n", "N", "b", "j", "J"];
const ARROWS = { ArrowRight: "right", ArrowLeft: "left", ArrowDown: "down", ArrowUp: "up" };

// The gallery was asked for: keys that are typed until it is there are its own.
let opening = false;

// A dialog opens once what was decided before is saved: what is typed for it until then is its own.
let typed = null;
function openSoon(open) {
  typed = "";
  queueUp(() => {
    const early = typed;
    typed = null;
    open();
    const field = document.querySelector("dialog[open] input, dialog[open] textarea");
    if (!early || !field) return;
    field.value += early;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

function pressed(event) {
  if (typed !== null) {
    event.preventDefault();
    if (event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey) typed += event.key;
    return;
  }
  if (!note || ended || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  const target = event.target;
  if (target.matches("select, input, textarea")) return;
  if (gallery || opening) {
    const act = { ArrowDown: () => moveGroup(1), ArrowUp: () => moveGroup(-1), Enter: openGroup, Escape: leaveGallery, "?": KEYS["?"], e: end, "/": openFind }[event.key] ?? galleryKey(event.key);
    if (!act || (event.key === "Enter" && target.matches("button"))) return;
    event.preventDefault();
    if (event.repeat && !event.key.startsWith("Arrow")) return;
    const there = () => gallery && act();
    if (OPENING.includes(event.key)) openSoon(there);
    else queueUp(there);
    return;
  }
  if (event.key in ARROWS) {
    if (target.closest("nav, aside")) return;  // these scroll
    let how = ARROWS[event.key];
    if (event.shiftKey) { if (how === "up" || how === "down") return; how = how === "right" ? "more" : "less"; }
    event.preventDefault();
    queueUp(() => chooseWord(how));
  } else if (Object.hasOwn(KEYS, event.key) && (project.settles || !SETTLING.includes(event.key))) {
    event.preventDefault();
    if (event.repeat && !REPEATING.includes(event.key)) return;  // a key that is held decides once
    if (event.key === "g") opening = true;
    if (OPENING.includes(event.key)) openSoon(KEYS[event.key]);
    else queueUp(KEYS[event.key]);
  } else if (event.key === "Escape") {
    trouble("");
    getSelection().removeAllRanges();
    choose(null);
  }
}

function listen() {
  document.addEventListener("keydown", pressed);
  addEventListener("beforeunload", (event) => { if (pending || waiting || ($("comment").open && $("comment-words").value.trim())) event.preventDefault(); });
  $("text").addEventListener("click", (event) => {
    const found = event.target.closest("mark, .put[data-id]");
    if (found && getSelection().isCollapsed) queueUp(() => choose(found.dataset.id));
  });
  $("queue").addEventListener("scroll", () => requestAnimationFrame(showQueue), { passive: true });
  new ResizeObserver(showQueue).observe($("queue"));
  $("again").addEventListener("click", () => queueUp(again));
  $("open-help").addEventListener("click", () => $("help").showModal());
  $("type-filter").addEventListener("input", (event) => offer(event.target.value));
  $("type-filter").addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && offered.length) { event.preventDefault(); at = (at + step + offered.length) % offered.length; showOffered(); }
    if (event.key === "Enter") { event.preventDefault(); take(at); }
  });
  $("find-words").addEventListener("input", look);
  $("find-words").addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && places.length) { event.preventDefault(); choosePlace((place_at + step + places.length) % places.length); }
    // Who types quickly means the places of all that was typed, not of its first letters.
    if (event.key === "Enter") { event.preventDefault(); looking.then(() => takePlace(place_at)); }
  });
  const keepComment = () => {
    const said = $("comment-words").value.trim();
    $("comment-words").value = "";
    $("comment").close();
    if (said) queueUp(() => putComment(said));
  };
  $("comment-keep").addEventListener("click", keepComment);
  // Who touches beside it, or leaves it with Escape, finds the words again with C.
  $("comment").addEventListener("close", () => drafts.set(note.number, $("comment-words").value));
  $("comment-words").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.ctrlKey) keepComment();
  });
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("close", () => $(gallery ? "gallery" : "main").focus());
    // Who has no Escape leaves it by a tap beside it.
    dialog.addEventListener("click", ({ target, clientX, clientY }) => {
      const box = dialog.getBoundingClientRect();
      if (target === dialog && (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom)) dialog.close();
    });
  }
  $("language").addEventListener("change", (event) => { speak(event.target.value); event.target.blur(); });
}

async function start() {
  words = await ask("/words.json");
  $("language").append(...Object.keys(words).map((code) => make("option", { value: code }, words[code].name)));
  const wanted = navigator.languages.map((language) => language.split("-")[0]).find((language) => language in words);
  speak(wanted ?? "en");
  $("language").value = spoken;
  const token = location.hash.slice(1);
  if (token) {
    history.replaceState(null, "", "/");  // it is good once, and no longer to be seen
    await ask("/api/enter", { token });
  }
  project = await ask("/api/project").catch((error) => { throw error.status === 401 ? new Refused(401, say("enter")) : error; });
  categories = Object.fromEntries(project.labels.map(([name, of]) => [name, of]));
  listen();
  showAll();
  opening = project.gallery_first;
  await goTo(project.unread || 1);
  $("main").focus();
  if (opening) await KEYS.g();
}

start().catch((error) => trouble(error instanceof Refused ? error.message : String(error.name)));

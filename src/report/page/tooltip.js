/** A note beside the pointer. Its text is text, never HTML: reasons come from strategies. */

/** @typedef {{ title: string, tone: "up" | "down", rows: [string, string][], text: string }} Note */

const note = document.createElement("div");
note.className = "tip";
note.hidden = true;
document.body.append(note);

/**
 * @param {string} tag
 * @param {string} text
 * @param {string} [name] a class
 */
function element(tag, text, name) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (name !== undefined) made.className = name;
  return made;
}

/**
 * @param {Note} what
 * @param {number} x of what it is about, within the window
 * @param {number} y
 */
export function showNote(what, x, y) {
  const list = document.createElement("dl");
  for (const [name, value] of what.rows) list.append(element("dt", name), element("dd", value));
  note.replaceChildren(element("strong", what.title, what.tone), list, element("p", what.text));
  note.hidden = false;
  const { width, height } = note.getBoundingClientRect();
  const left = x + 14 + width > innerWidth - 8 ? x - 14 - width : x + 14;
  const top = Math.min(Math.max(8, y - height / 2), innerHeight - height - 8);
  note.style.left = `${scrollX + Math.max(8, left)}px`;
  note.style.top = `${scrollY + Math.max(8, top)}px`;
}

export function hideNote() {
  note.hidden = true;
}

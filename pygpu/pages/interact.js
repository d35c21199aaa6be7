// The page of filter.interact: controls on the left, the picture on the right with a divider between before and after.
// One request at a time: a slider that moves on is asked for again when the last frame has come.

const STYLE = `
.pgi{display:flex;flex-wrap:wrap;gap:18px;font:13px/1.45 system-ui,sans-serif;color:var(--jp-ui-font-color1,inherit);align-items:flex-start}
.pgi-panel{min-width:210px;max-width:260px;flex:0 0 auto}
.pgi-name{font:600 14px ui-monospace,Menlo,Consolas,monospace;margin-bottom:8px}
.pgi-row{margin:9px 0}
.pgi-label{display:flex;justify-content:space-between;gap:8px}
.pgi-value{font-variant-numeric:tabular-nums;opacity:.75}
.pgi-known .pgi-label b{color:#c7742e}
.pgi-label b{font-weight:500;color:#1f8f7e}
.pgi input[type=range]{width:100%;accent-color:#1f8f7e;margin:3px 0}
.pgi-known input[type=range]{accent-color:#c7742e}
.pgi input[type=text],.pgi input[type=number],.pgi select{width:100%;box-sizing:border-box;font:inherit;padding:3px 6px}
.pgi-parts{display:flex;gap:4px}
.pgi-note{margin-top:12px;font-size:12px;opacity:.75;white-space:pre-wrap;font-variant-numeric:tabular-nums}
.pgi-stage{position:relative;user-select:none;touch-action:none;line-height:0;border-radius:8px;overflow:hidden;
  box-shadow:0 1px 6px rgba(0,0,0,.25);width:fit-content}
.pgi-divided{cursor:ew-resize}
.pgi-seen{flex:1 1 300px;min-width:0}
.pgi-told{font:600 28px/1.3 ui-monospace,Menlo,Consolas,monospace;color:#1f8f7e;margin:0 0 10px;overflow-wrap:anywhere}
.pgi-stage img{display:block;max-width:100%;pointer-events:none}
.pgi-before{position:absolute;inset:0;overflow:hidden}
.pgi-line{position:absolute;top:0;bottom:0;width:2px;margin-left:-1px;background:#fff;box-shadow:0 0 4px rgba(0,0,0,.6)}
.pgi-hint{font-size:11px;opacity:.6;margin-top:6px}
`;

const node = (tag, name, text) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
};

const shown = (value, step) => (Number.isInteger(step) ? String(Math.round(value)) : Number(value).toPrecision(3));
const toHex = parts => "#" + parts.slice(0, 3).map(v => Math.round(255 * Math.min(1, Math.max(0, v))).toString(16).padStart(2, "0")).join("");
const fromHex = text => [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16) / 255);

function input(control, change) {
  const row = node("div", "pgi-row" + (control.known ? " pgi-known" : ""));
  row.dataset.name = control.name;
  const label = node("div", "pgi-label");
  const value = node("span", "pgi-value");
  label.append(node("b", "", control.name), value);
  row.append(label);
  const add = (tag, type) => {
    const made = node(tag);
    if (type) made.type = type;
    row.append(made);
    return made;
  };
  if (control.kind === "slider") {
    const made = add("input", "range");
    Object.assign(made, { min: control.low, max: control.high, step: control.step || "any" });
    made.value = control.value;
    const tell = () => (value.textContent = shown(+made.value, control.step) + (control.known ? " ⟳" : ""));
    tell();
    made.addEventListener("input", () => { tell(); change(+made.value); });
  } else if (control.kind === "check") {
    const made = add("input", "checkbox");
    made.checked = control.value;
    made.addEventListener("change", () => change(made.checked));
  } else if (control.kind === "menu") {
    const made = add("select");
    control.choices.forEach((name, at) => made.append(new Option(name, at)));
    made.value = control.value;
    made.addEventListener("change", () => change(+made.value));
  } else if (control.kind === "colour") {
    const made = add("input", "color");
    made.value = toHex(control.value);
    made.addEventListener("input", () => change(fromHex(made.value)));
  } else if (control.kind === "vector") {
    const parts = node("div", "pgi-parts"), values = [...control.value];
    values.forEach((part, at) => {
      const made = node("input");
      Object.assign(made, { type: "number", step: "any", value: part });
      made.addEventListener("input", () => { values[at] = +made.value || 0; change([...values]); });
      parts.append(made);
    });
    row.append(parts);
  } else {
    const made = add("input", "text");
    made.value = control.value;
    made.addEventListener("change", () => change(made.value));
  }
  for (const each of row.querySelectorAll("input, select")) {
    each.setAttribute("aria-label", control.name);
    each.dataset.lmSuppressShortcuts = "true";  // arrows move a slider here: they are no commands of JupyterLab's
  }
  return row;
}

function render({ model, el }) {
  const style = node("style", "", STYLE), whole = node("div", "pgi"), panel = node("div", "pgi-panel");
  panel.append(node("div", "pgi-name", model.get("name")));
  let wanted = { ...model.get("values") }, waiting = false, dirty = false;
  const ask = () => {
    if (waiting) { dirty = true; return; }
    waiting = true; dirty = false;
    model.set("values", { ...wanted });
    model.save_changes();
  };
  for (const control of model.get("controls"))
    panel.append(input(control, value => { wanted = { ...wanted, [control.name]: value }; ask(); }));
  const note = node("div", "pgi-note", model.get("note"));
  panel.append(note);

  const told = node("div", "pgi-told", model.get("told"));
  const stage = node("div", "pgi-stage"), after = node("img", "pgi-after");
  stage.append(after);
  const shower = (image, name) => {  // what is shown now is let go when the next has come
    let last = null;
    return () => {
      const url = URL.createObjectURL(new Blob([model.get(name)], { type: "image/png" }));
      image.src = url;
      if (last) URL.revokeObjectURL(last);
      last = url;
    };
  };
  after.addEventListener("load", () => {  // small pictures are shown larger, pixel by pixel
    const times = Math.floor(360 / after.naturalWidth);
    for (const image of stage.querySelectorAll("img")) {
      image.style.width = times > 1 ? `${times * after.naturalWidth}px` : "";
      image.style.imageRendering = times > 1 ? "pixelated" : "";
    }
  });
  const show = shower(after, "frame"), before = model.get("before");
  if (before && before.byteLength) {
    const over = node("div", "pgi-before"), picture = node("img"), line = node("div", "pgi-line");
    const showBefore = shower(picture, "before");
    showBefore();
    model.on("change:before", showBefore);
    over.append(picture);
    stage.append(over, line);
    stage.classList.add("pgi-divided");
    const divide = share => {
      over.style.clipPath = `inset(0 ${100 - 100 * share}% 0 0)`;
      line.style.left = `${100 * share}%`;
    };
    divide(0.5);
    const follow = event => {
      const box = stage.getBoundingClientRect();
      divide(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
    };
    stage.addEventListener("pointerdown", event => { stage.setPointerCapture(event.pointerId); follow(event); });
    stage.addEventListener("pointermove", event => { if (event.buttons) follow(event); });
    panel.append(node("div", "pgi-hint", "left of the line: before. Drag it."));
  }
  show();
  model.on("change:frame", show);
  model.on("change:told", () => (told.textContent = model.get("told")));
  model.on("change:note", () => (note.textContent = model.get("note")));
  model.on("change:answered", () => { waiting = false; if (dirty) ask(); });
  const seen = node("div", "pgi-seen");
  if (model.get("told")) seen.append(told);
  if (model.get("frame").byteLength) seen.append(stage);
  whole.append(panel, seen);
  el.append(style, whole);
}

export default { render };

// Fields of a form: an input with its name, what it takes, and what is wrong with it.

import { el, fill } from "../base/dom.js";

let fieldCount = 0;

export class Field {
  /** @param {HTMLElement} input what is put in; its `value` is read */
  constructor(label, input, help = "") {
    fieldCount += 1;
    this.input = input;
    input.id = `field-${fieldCount}`;
    this._problem = el("span", { class: "problem", id: `problem-${fieldCount}` });
    input.setAttribute("aria-describedby", this._problem.id);
    this.element = el(
      "div",
      { class: "field" },
      el("label", { for: input.id }, label),
      input,
      help ? el("span", { class: "faint" }, help) : null,
      this._problem,
    );
    this.element.querySelector("label").setAttribute("for", input.id);
  }

  get value() {
    return this.input.value.trim();
  }

  /** Say what is wrong; nothing where nothing is. */
  refuse(problem) {
    fill(this._problem, problem);
    this.input.setAttribute("aria-invalid", String(Boolean(problem)));
  }
}

export function choice(choices, value, act = () => {}) {
  const select = el(
    "select",
    { onchange: act },
    ...choices.map(([word, label]) => el("option", { value: word }, label)),
  );
  if (choices.some(([word]) => word === value)) select.value = value;
  return select;
}

/** The input of a setting of a game. */
export function settingField(field, value, act) {
  const { name, default: usual, least, most, step, values, description } = field;
  const input =
    field.kind === "choice"
      ? choice(
          field.choices.map((word) => [word, word]),
          value ?? usual,
          act,
        )
      : el("input", {
          type: field.kind === "number" ? "number" : "text",
          min: least,
          max: most,
          step,
          value: value ?? usual,
          onchange: act,
        });
  const range = field.kind === "number" ? values.replace(/^(int|float) ?/, "") : "";
  return new Field(name, input, [description, range].filter(Boolean).join(", "));
}

// Form fields: a control with its label, a hint, and a description of what is wrong.

import { dropDown } from "../base/controls.js";
import { el, fill } from "../base/dom.js";

let fieldCount = 0;

export class Field {
  /** @param {HTMLElement} input a control with a `value` */
  constructor(label, input, hint = "") {
    fieldCount += 1;
    this.input = input;
    input.id = `field-${fieldCount}`;
    this._problem = el("span.problem", { id: `problem-${fieldCount}` });
    input.setAttribute("aria-describedby", this._problem.id);
    this.element = el(
      "div.field",
      el("label", { htmlFor: input.id }, label),
      input,
      hint && el("span.faint", hint),
      this._problem,
    );
  }

  get value() {
    return this.input.value.trim();
  }

  /** Show what is wrong; undefined clears it. */
  showProblem(problem) {
    fill(this._problem, problem);
    this.input.setAttribute("aria-invalid", String(Boolean(problem)));
  }
}

/** The field of a setting of a game. */
export function settingField(field, value, onchange) {
  const { name, default: usual, least, most, step, values, description } = field;
  const isNumber = field.kind === "number";
  const input =
    field.kind === "choice"
      ? dropDown(field.choices, { chosen: value ?? usual, onchange })
      : el("input", {
          type: isNumber ? "number" : "text",
          min: least,
          max: most,
          step,
          value: value ?? usual,
          onchange,
        });
  const range = isNumber ? values.replace(/^(int|float) ?/, "") : "";
  return new Field(name, input, [description, range].filter(Boolean).join(", "));
}

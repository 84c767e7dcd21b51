// Guards against accidental clicks when one button replaces another: a double click, or a key held
// down, would press both.

/** Reports whether a click is the second one of a double click. @param {MouseEvent} event */
export const isDoubleClick = ({ detail }) => detail > 1;

/** Ignores repeated key presses while Enter is held down. @param {KeyboardEvent} event */
export function ignoreKeyRepeat(event) {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}

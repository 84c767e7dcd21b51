// Where a button takes the place of another, a double click on the one is also a click on the other, and
// a key that is held down presses both.

/** Whether a click is the second one of a double click: it was meant for what stood there before. @param {MouseEvent} event */
export const isSecond = ({ detail }) => detail > 1;

/** A button is pressed once, however long the key is held down. @param {KeyboardEvent} event */
export function once(event) {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}

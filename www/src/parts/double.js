// Where a button takes the place of another, a double click on the one is also a click on the other.

/** Whether a click is the second one of a double click: it was meant for what stood there before. @param {MouseEvent} event */
export const isSecond = ({ detail }) => detail > 1;

// Yields to the event loop, so that the page can paint and handle input.

/** @returns {Promise<void>} */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve));

// A break between two pieces of work, in which the page draws and hears.

/** @returns {Promise<void>} */
export const pause = () => new Promise((resolve) => setTimeout(resolve));

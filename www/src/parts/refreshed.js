// What is kept in the browser, looked at again whenever it may have changed.

/**
 * Calls `list` when its element comes onto the page, when the address changes, and when the page is
 * come back to: another tab may have changed what is kept.
 */
export class Refreshed {
  /** @param {import("lit").ReactiveControllerHost} host @param {() => Promise<void>} list */
  constructor(host, list) {
    this.refresh = () => void list();
    host.addController(this);
  }

  hostConnected() {
    this.refresh();
    window.addEventListener("hashchange", this.refresh);
    window.addEventListener("focus", this.refresh);
  }

  hostDisconnected() {
    window.removeEventListener("hashchange", this.refresh);
    window.removeEventListener("focus", this.refresh);
  }
}

// Reloads data that another tab may have changed.

/**
 * Calls `list` when the element is connected, when the address changes, and when the window gets
 * the focus.
 */
export class RefreshController {
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

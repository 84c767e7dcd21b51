// Applies the stored theme before the first paint.
try {
  document.documentElement.dataset.theme = localStorage.getItem("proofmark-theme") ?? "";
} catch {
  // Without storage the system's theme applies.
}

// Runs before the first paint, so that a dark screen never flashes white. A file of its own, because
// the content security policy allows no inline script.
(function () {
  let scheme = "auto";
  try {
    scheme = localStorage.getItem("mantine-color-scheme-value") || "auto";
  } catch {
    // Storage may be closed to the page; the system's choice is then the best guess.
  }
  if (scheme !== "light" && scheme !== "dark") {
    scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.setAttribute("data-mantine-color-scheme", scheme);
})();

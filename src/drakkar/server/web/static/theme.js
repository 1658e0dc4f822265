// Before the first paint: apply theme and motion. The other settings can wait.
try {
  for (const name of ["theme", "motion"]) {
    const set = localStorage.getItem("drakkar." + name);
    if (set && set !== "system") document.documentElement.dataset[name] = set;
  }
} catch {
  /* without storage, the system's settings apply */
}

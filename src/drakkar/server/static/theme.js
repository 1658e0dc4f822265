// Before anything is painted: light or dark, and motion, as somebody has set them. The rest of the settings can wait.
try {
  for (const name of ["theme", "motion"]) {
    const set = localStorage.getItem("drakkar." + name);
    if (set && set !== "system") document.documentElement.dataset[name] = set;
  }
} catch { /* a browser that keeps nothing shows what its system says */ }

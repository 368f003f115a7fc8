//! What the reviewer sees, in leptos' islands mode: pages are drawn on the server; the grid wakes up in the browser.

import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./app/fonts.css";
import "./app/global.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { App } from "./app/app.tsx";
import { shareSession } from "./platform/tabs/siblings.ts";

/** Draws the app into the page. A failure to start is written to the console by the browser. */
function start(): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no element with the id root.");
  shareSession();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

start();

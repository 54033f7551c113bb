import "@mantine/core/styles.layer.css";
import "./app/theme/fonts.css";
import "./app/theme/global.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { paths } from "./app/paths.ts";
import { Start } from "./app/start/start.tsx";
import { goTo } from "./platform/navigate/navigate.ts";
import { shareSession } from "./platform/tabs/siblings.ts";

/** Renders the app into the page. The browser logs a failure to start to the console. */
function start(): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no element with the id root.");
  shareSession();
  if (window.location.pathname === "/") goTo(paths.login, { replace: true });
  createRoot(root).render(
    <StrictMode>
      <Start />
    </StrictMode>,
  );
}

start();

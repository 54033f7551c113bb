import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

import { budgets } from "./vite/budgets.ts";
import { codeSplitting } from "./vite/chunks.ts";
import { compileHints } from "./vite/compile-hints.ts";
import { compressed } from "./vite/compressed.ts";
import { fonts } from "./vite/fonts.ts";
import { importFiles } from "./vite/import-files.ts";
import { leanMantine } from "./vite/lean-mantine.ts";
import { leanZod } from "./vite/lean-zod.ts";
import { mantineStyles } from "./vite/mantine-styles.ts";
import { prefetch } from "./vite/prefetch.ts";
import { screens } from "./vite/screens.ts";

export default defineConfig({
  plugins: [
    react(),
    fonts(),
    leanZod(),
    leanMantine(),
    mantineStyles(),
    screens(),
    importFiles(),
    prefetch(),
    compileHints(),
    budgets(),
    compressed(),
  ],
  resolve: {
    // React has had the hook since version 18. The package's other entry points add it for earlier
    // versions.
    alias: {
      "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector",
    },
  },
  build: {
    // bench/first-load.ts reads from it which files each page loads.
    manifest: true,
    // The licences of the packages in the bundles, which ask to be passed on with their code.
    license: { fileName: "licenses.md" },
    target: "es2023",
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting } },
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    proxy: { "/api": { target: `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
  },
});

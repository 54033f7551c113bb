import { builtinEnvironments, type Environment } from "vitest/runtime";

const { jsdom } = builtinEnvironments;

/**
 * The DOM of the page tests. It stays until the process ends: Vitest would remove it slightly
 * earlier, and a timer of a page that then reads the document would fail the run.
 */
const environment: Environment = {
  ...jsdom,
  setup: async (global, options) => {
    await jsdom.setup(global, options);
    return { teardown: () => undefined };
  },
};

export default environment;

import { builtinEnvironments, type Environment } from "vitest/runtime";

const { jsdom } = builtinEnvironments;

/**
 * The DOM of the page tests. It stays until the process ends: Vitest would take it away a moment
 * before, and a timer of a page that then asks for the document would fail the run.
 */
const environment: Environment = {
  ...jsdom,
  setup: async (global, options) => {
    await jsdom.setup(global, options);
    return { teardown: () => undefined };
  },
};

export default environment;

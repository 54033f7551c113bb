import { builtinEnvironments, type Environment } from "vitest/runtime";

const { jsdom } = builtinEnvironments;

/**
 * The DOM of the page tests. It stays until the process ends: Vitest would remove it slightly
 * earlier, and a timer of a page that then reads the document would fail the run.
 */
const environment: Environment = {
  ...jsdom,
  setup: async (global: typeof globalThis, options) => {
    await jsdom.setup(global, options);
    keepFrames(global);
    return { teardown: () => undefined };
  },
};

/**
 * Requests a frame in every frame. jsdom runs frames by one interval, which it starts and clears as
 * needed. If it started it while a test has replaced the timers, no later test of the process would
 * get a frame.
 */
function keepFrames(window: typeof globalThis): void {
  window.requestAnimationFrame(() => keepFrames(window));
}

export default environment;

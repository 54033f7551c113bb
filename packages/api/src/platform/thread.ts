import type { Piscina } from "piscina";

export type ThreadOptions = {
  /** Limits of the thread's memory, in MB. */
  memory: { maxOldGenerationSizeMb: number; maxYoungGenerationSizeMb: number };
  /** Whether a call may use the thread of the one before. Not when its input may be hostile. */
  reused: boolean;
};

/** Thrown when a call needed more memory than its thread may have. */
export class ThreadOutOfMemory extends Error {}

/**
 * How long a thread waits for another call, in milliseconds. A start takes several times as long as
 * a small list or file, and a user who exports one often exports another. After that, the memory
 * that it holds matters more.
 */
const idleTimeout = 10_000;

/** A function whose calls run in a thread; `started` gives the signal that aborts a call. */
type Threaded<Input, Output> = (input: Input, started: () => AbortSignal) => Promise<Output>;

/**
 * Runs a function in a thread, because it takes seconds during which the process would serve no
 * other request. Its calls run one at a time, so that the memory is needed once. A call that fails
 * for lack of memory or is aborted ends the thread, and the next call starts another.
 *
 * @param module the address of the module that exports the function as `work`.
 * @returns the function. `started` is called when the call leaves the queue. It throws
 *   ThreadOutOfMemory, the reason of the signal, or a copy of what `work` throws, without its class
 *   and own properties.
 */
export function inThread<Input, Output>(
  module: string,
  options: ThreadOptions,
): Threaded<Input, Output> {
  let pool: Promise<Piscina<Input, Output>> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const run = async (input: Input, started: () => AbortSignal) => {
    pool ??= newPool(module, options);
    const threads = await pool;
    const replacePool = async () => {
      pool = undefined;
      await threads.destroy();
    };
    const signal = started();
    signal.throwIfAborted();
    // The pool reports a thread that cannot start only by an event, not to the call that waits for it.
    const failure = new AbortController();
    const fail = (error: Error) => failure.abort(error);
    threads.on("error", fail);
    try {
      return await threads.run(input, { signal: AbortSignal.any([signal, failure.signal]) });
    } catch (error) {
      // A thread that is still starting would outlive the abort, and may be what took too long.
      if (signal.aborted) await replacePool();
      signal.throwIfAborted();
      failure.signal.throwIfAborted();
      const large = (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";
      throw large ? new ThreadOutOfMemory("needs too much memory", { cause: error }) : error;
    } finally {
      threads.off("error", fail);
      if (!options.reused) await replacePool();
    }
  };
  return async (input, started) => {
    const done = last.then(() => run(input, started));
    last = done.catch(() => undefined);
    return done;
  };
}

/** A pool of one thread. Loads the library only now: it takes 8 MB, and few processes need it. */
async function newPool<Input, Output>(
  module: string,
  { memory }: ThreadOptions,
): Promise<Piscina<Input, Output>> {
  const { Piscina } = await import("piscina");
  const pool = new Piscina<Input, Output>({
    filename: module,
    name: "work",
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleTimeout,
    resourceLimits: memory,
  });
  // The failure of a thread between calls concerns none of them, but without a listener it would
  // end the process.
  return pool.on("error", () => undefined);
}

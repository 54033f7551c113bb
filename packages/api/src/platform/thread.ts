import type { Piscina } from "piscina";

export type ThreadOptions = {
  /** Limits of the thread's memory, in MB. */
  memory: { maxOldGenerationSizeMb: number; maxYoungGenerationSizeMb: number };
  /** How long a call may take once it has left the queue, in milliseconds. */
  timeLimit: number;
  /** Whether a call may use the thread of the one before. Not when its input may be hostile. */
  reused: boolean;
};

/** Thrown when a call needed more memory or time than its thread may have. */
export class ThreadOverLimit extends Error {}

/**
 * How long a thread waits for another call, in milliseconds. A start takes several times as long as
 * a small list or file, and a user who exports one often exports another. After that, the memory
 * that it holds matters more.
 */
const idleTimeout = 10_000;

/** A function whose calls run in a thread until the signal aborts them. */
type Threaded<Input, Output> = (input: Input, signal?: AbortSignal) => Promise<Output>;

/**
 * Runs a function in a thread, because it takes seconds during which the process would serve no
 * other request. Its calls run one at a time, so that the memory is needed once. A call that exceeds
 * a limit or is aborted ends the thread, and the next call starts another.
 *
 * @param module the address of the module that exports the function as `work`.
 * @returns the function. It throws ThreadOverLimit, the reason of the signal, or a copy of what
 *   `work` throws, without its class and own properties.
 */
export function inThread<Input, Output>(
  module: string,
  options: ThreadOptions,
): Threaded<Input, Output> {
  let pool: Promise<Piscina<Input, Output>> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const run = async (input: Input, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    pool ??= newPool(module, options);
    const threads = await pool;
    const limit = AbortSignal.timeout(options.timeLimit);
    // The pool reports a thread that cannot start only by an event, not to the call that waits for it.
    const failure = new AbortController();
    const fail = (error: Error) => failure.abort(error);
    threads.on("error", fail);
    const ended = AbortSignal.any([limit, failure.signal, ...(signal ? [signal] : [])]);
    try {
      return await threads.run(input, { signal: ended });
    } catch (error) {
      signal?.throwIfAborted();
      failure.signal.throwIfAborted();
      const large = (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";
      throw large || limit.aborted
        ? new ThreadOverLimit("needs too much memory or time", { cause: error })
        : error;
    } finally {
      threads.off("error", fail);
      // A thread that was still starting would outlive its call, and may be what took too long.
      if (!options.reused || ended.aborted) {
        pool = undefined;
        await threads.destroy();
      }
    }
  };
  return async (input, signal) => {
    const done = last.then(() => run(input, signal));
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

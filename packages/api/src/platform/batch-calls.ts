/**
 * Batches calls: those made in the same turn of the event loop, or while an earlier batch is
 * running, are handled together. A single call does not wait.
 *
 * @param handle returns a result for each item, in order.
 * @returns the batched function; it throws the error of its batch.
 */
export function batchCalls<Item, Answer>(
  handle: (items: readonly Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  type Waiting = { item: Item } & PromiseWithResolvers<Answer>;
  let waiting: Waiting[] = [];
  let underWay = false;

  const next = async (): Promise<void> => {
    const group = waiting;
    waiting = [];
    try {
      const answers = await handle(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    if (waiting.length === 0) underWay = false;
    else void next();
  };

  return (item) => {
    const one = { item, ...Promise.withResolvers<Answer>() };
    waiting.push(one);
    if (!underWay) {
      underWay = true;
      setImmediate(() => void next());
    }
    return one.promise;
  };
}

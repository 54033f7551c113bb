/**
 * Batches questions: those that come in the same turn of the event loop, or while an earlier one is
 * under way, are asked together. A lone question does not wait.
 *
 * @param handle returns an answer for each item, in order.
 * @returns the function to ask by; it throws the error of its batch.
 */
export function together<Item, Answer>(
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

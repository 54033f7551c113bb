/**
 * Batches questions: those that come in the same turn of the event loop, or while an earlier one is
 * under way, are asked together. A lone question does not wait.
 *
 * @param ask returns an answer for each item, in order.
 * @returns the function to ask by; it throws the error of its batch.
 */
export function together<Asked, Answer>(
  ask: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (asked: Asked) => Promise<Answer> {
  type Waiting = { asked: Asked } & PromiseWithResolvers<Answer>;
  let waiting: Waiting[] = [];
  let underWay = false;

  const next = async (): Promise<void> => {
    const group = waiting;
    waiting = [];
    try {
      const answers = await ask(group.map(({ asked }) => asked));
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    if (waiting.length === 0) underWay = false;
    else void next();
  };

  return (asked) => {
    const one = { asked, ...Promise.withResolvers<Answer>() };
    waiting.push(one);
    if (!underWay) {
      underWay = true;
      setImmediate(() => void next());
    }
    return one.promise;
  };
}
